import type { ComponentType } from 'react';

/** What a remote puts into one slot of another's page, and how to fetch it. The slot's data become the props of the component. */
export interface RemoteSlot {
  slot: string;
  lazy: () => Promise<{ Component: ComponentType }>;
}

/**
 * What an app puts into slots, from `fills` of its `remote.json` and the components that render it. `Data` says what each slot
 * gives: `slotsOf<SlotData>(fills, { 'planner.aside': … })` with the type of `@space/platform`. Throws for a slot without a
 * component: the first test of the app tells.
 */
export function slotsOf<Data extends object>(
  fills: readonly { slot: string }[],
  components: { readonly [Name in keyof Data]?: () => Promise<ComponentType<Data[Name]>> },
): RemoteSlot[] {
  // Each was compared with what its slot gives, as its type demands; from here on they are like pages.
  const loaders = components as Readonly<Record<string, (() => Promise<ComponentType>) | undefined>>;
  return fills.map(({ slot }) => {
    const load = loaders[slot];
    if (!load) throw new Error(`${slot} is filled in remote.json and has no component in src/routes.tsx`);
    return { slot, lazy: async () => ({ Component: await load() }) };
  });
}

function isRemoteSlot(value: unknown): value is RemoteSlot {
  return (
    typeof value === 'object' &&
    value !== null &&
    'slot' in value &&
    'lazy' in value &&
    typeof value.lazy === 'function'
  );
}

/**
 * What a remote handed over for a slot, its shape checked before any of it is rendered. Takes the loaded module and the name of
 * the slot. Undefined where there is no such thing: that fails the slot, and no page of the remote.
 */
export function slotIn(module: unknown, name: string): RemoteSlot | undefined {
  const slots: unknown =
    typeof module === 'object' && module !== null && 'slots' in module ? module.slots : null;
  return Array.isArray(slots) ? slots.filter(isRemoteSlot).find(({ slot }) => slot === name) : undefined;
}
