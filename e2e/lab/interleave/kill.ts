import { watch } from 'node:fs';
import { oneOf } from './random.ts';

/**
 * Kills a process at a moment that chance chooses: after some milliseconds, or as soon as something appears in a folder
 * of the store: a draft, a release, a lock. Takes how to kill it, the folders, and the longest delay; returns what ends the
 * waiting.
 */
export function planKill(
  random: () => number,
  kill: () => void,
  folders: readonly string[],
  longestDelay: number,
): () => void {
  const delay = random() * longestDelay;
  if (random() < 0.5) {
    const timer = setTimeout(kill, delay);
    return () => clearTimeout(timer);
  }
  const folder = oneOf(random, folders);
  let further = Math.floor(random() * 12);
  const watcher = watch(folder, () => {
    further -= 1;
    if (further < 0) kill();
  });
  return () => watcher.close();
}
