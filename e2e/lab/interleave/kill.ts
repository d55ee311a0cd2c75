import { watch } from 'node:fs';
import { oneOf } from './random.ts';

/**
 * Kills a process at a random moment: after some milliseconds, or at one of the next changes in a folder of the store, such
 * as a draft, a release or a lock. Takes the function that kills it, the folders, and the longest delay; returns a function
 * that cancels the plan.
 */
export function planKill(
  random: () => number,
  kill: () => void,
  folders: readonly string[],
  maxDelay: number,
): () => void {
  const delay = random() * maxDelay;
  if (random() < 0.5) {
    const timer = setTimeout(kill, delay);
    return () => clearTimeout(timer);
  }
  const folder = oneOf(random, folders);
  let remainingChanges = Math.floor(random() * 12);
  const watcher = watch(folder, () => {
    remainingChanges -= 1;
    if (remainingChanges < 0) kill();
  });
  return () => watcher.close();
}
