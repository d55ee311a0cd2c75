import type { ComponentType } from 'react';

/** A remote's fill of one slot, and how to fetch it. The slot's data become the props of the component. */
export interface RemoteSlot {
  slot: string;
  lazy: () => Promise<{ Component: ComponentType }>;
}

/** Fetches the component of a slot, whose props are the slot's data, or a module whose default export is the component. */
type SlotLoader<Data> = () => Promise<ComponentType<Data> | { default: ComponentType<Data> }>;

/**
 * What a remote exposes as `slots`: the loader of each slot's component, by the slot's name. `Data` is the data of each
 * slot: `{ … } satisfies SlotLoaders<SlotData>` with the type of `@space/platform`.
 */
export type SlotLoaders<Data extends object> = { readonly [Name in keyof Data]?: SlotLoader<Data[Name]> };

/**
 * Returns a remote's fill of a slot, its shape checked before any of it is rendered. Takes the loaded module and the name
 * of the slot. Undefined if there is no valid one: that fails the slot, and no page of the remote.
 */
export function slotIn(module: unknown, name: string): RemoteSlot | undefined {
  const { slots } = Object(module) as { slots?: unknown }; // `Object()` makes it safe to read exports of any value
  const load: unknown = Object.entries(Object(slots) as object).find(([slot]) => slot === name)?.[1];
  if (typeof load !== 'function') return undefined;
  return {
    slot: name,
    async lazy() {
      const found: unknown = await load();
      // The component is checked when it is rendered.
      return {
        Component: (Object(found) as { default?: ComponentType }).default ?? (found as ComponentType),
      };
    },
  };
}
