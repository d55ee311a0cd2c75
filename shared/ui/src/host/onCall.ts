import { isOnline } from '@space/platform/internal';
import type * as parts from './onCallParts.ts';

/** The part of a host that is needed only after an interaction: the question before a sign-out. */
type OnCall = typeof parts;

let loaded: OnCall | null = null;

/** Loads the parts, once. Throws what the import throws. */
export async function onCall(): Promise<OnCall> {
  loaded ??= await import('./onCallParts.ts');
  return loaded;
}

/**
 * Loads the parts on the first click or key press while there is a network: they are needed only after an interaction, and
 * then they are also available offline. Returns a function that stops listening.
 */
export function preloadOnFirstInput(): () => void {
  const listening = new AbortController();
  const handleInput = () => {
    if (!isOnline()) return;
    listening.abort();
    // If this fails, the code that needs the parts loads them again.
    void onCall().catch(() => {});
  };
  for (const type of ['pointerdown', 'keydown', 'click']) {
    document.addEventListener(type, handleInput, { capture: true, passive: true, signal: listening.signal });
  }
  return () => listening.abort();
}
