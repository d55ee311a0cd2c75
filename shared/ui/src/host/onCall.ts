import { isOnline } from '@space/platform/internal';
import type * as parts from './onCallParts.ts';

/** What of a host only serves who does something: where notices find room, and the question before signing out. */
type OnCall = typeof parts;

let here: OnCall | null = null;

/** The parts, if they have come: what has to happen before the next paint does not wait for them. */
export const onCallNow = (): OnCall | null => here;

/** Fetches the parts, or hands out those that came. Throws what the import throws. */
export async function onCall(): Promise<OnCall> {
  here ??= await import('./onCallParts.ts');
  return here;
}

/**
 * Fetches the parts with the first press or key while there is a network: whatever they are needed for comes of an act, and by
 * then they are there when the network is not. Returns a function that ends the waiting.
 */
export function fetchOnFirstAct(): () => void {
  const over = new AbortController();
  const handleAct = () => {
    if (!isOnline()) return;
    over.abort();
    // Asked for again where they are needed.
    void onCall().catch(() => {});
  };
  for (const act of ['pointerdown', 'keydown', 'click']) {
    document.addEventListener(act, handleAct, { capture: true, passive: true, signal: over.signal });
  }
  return () => over.abort();
}
