import type { ComponentType } from 'react';

/** What a remote puts into one slot of another's page, and how to fetch it. The slot's data become the props of the component. */
export interface RemoteSlot {
  slot: string;
  lazy: () => Promise<{ Component: ComponentType }>;
}

/** Fetches what is put into a slot: a component that takes what the slot gives, or a module whose default export that is. */
type SlotLoader<Data> = () => Promise<ComponentType<Data> | { default: ComponentType<Data> }>;

/**
 * What a remote exposes (`slots`): by the name of a slot, how to fetch what it puts there. `Data` says what each slot gives:
 * `{ … } satisfies SlotLoaders<SlotData>` with the type of `@space/platform`.
 */
export type SlotLoaders<Data extends object> = { readonly [Name in keyof Data]?: SlotLoader<Data[Name]> };

/**
 * What a remote handed over for a slot, its shape checked before any of it is rendered. Takes the loaded module and the name of
 * the slot. Undefined where there is no such thing: that fails the slot, and no page of the remote.
 */
export function slotIn(module: unknown, name: string): RemoteSlot | undefined {
  const { slots } = Object(module) as { slots?: unknown }; // whatever it is, it may be asked for its exports
  const load: unknown = Object.entries(Object(slots) as object).find(([slot]) => slot === name)?.[1];
  if (typeof load !== 'function') return undefined;
  return {
    slot: name,
    async lazy() {
      const found: unknown = await load();
      // What comes of it is seen when it is rendered.
      return {
        Component: (Object(found) as { default?: ComponentType }).default ?? (found as ComponentType),
      };
    },
  };
}
