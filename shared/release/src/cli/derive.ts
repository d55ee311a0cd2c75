import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  SHELL,
  derive as deriveStore,
  folderOf,
  isMissing,
  isStoreError,
  remotesIn,
  type Derived,
} from '@space/store';
import type { Call } from './call.ts';
import { wordsOfUnshown, type Outcome } from './outcome.ts';
import { wrap } from './words.ts';

/** How often `--watch` looks: at one small file of each remote, so that network folders are watched as well. */
const LOOK_EVERY_MILLISECONDS = 300;

function linesOf(derived: Derived | null): string[] {
  if (derived === null) return ['There are no pages to make: no shell is released.'];
  const { registry, leftOut } = derived;
  const live = Object.entries(registry.remotes).map(([name, state]) => `${name} ${state.live.version}`);
  return [
    ...wrap(`The pages show: ${[`${SHELL} ${registry.shell}`, ...live].join(', ')}`),
    ...wordsOfUnshown(derived.unshown).flatMap((line) => wrap(line)),
    ...leftOut.flatMap(({ name, version, reason }) => wrap(`Left out: ${name} ${version}: ${reason}`)),
  ];
}

async function deriveOnce(store: string, who: string): Promise<Outcome> {
  const derived = await deriveStore(store, who);
  const data = { registry: derived?.registry ?? null, leftOut: derived?.leftOut ?? [] };
  return { lines: linesOf(derived), data, isDone: true };
}

async function stampOf(file: string): Promise<string> {
  try {
    const { mtimeMs, ino, size } = await stat(file);
    return `${file} ${mtimeMs} ${ino} ${size}`;
  } catch (error) {
    if (isMissing(error)) return file;
    throw error;
  }
}

/** What changes with every pointer that is moved, and with the operator's configuration. */
async function stampsOf(store: string): Promise<string> {
  const names = [SHELL, ...(await remotesIn(store))];
  const pointers = names.map((name) => join(folderOf(store, name), 'pointer.json'));
  return (await Promise.all([...pointers, join(store, 'site.json')].map(stampOf))).join('\n');
}

/**
 * Derives now and after every change, until the signal. What cannot be derived is said, and waits for the next change.
 *
 * Takes the store and who does it, who is told of each outcome, and the signal that ends it.
 */
export async function watch(
  { store, who }: Pick<Call, 'store' | 'who'>,
  tell: (outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let seen = ''; !signal.aborted;) {
    // Before the pages are made: a pointer that moves meanwhile is another stamp.
    const stamps = await stampsOf(store);
    if (stamps !== seen) {
      seen = stamps;
      tell(await deriveOnce(store, who).catch(troubleOf));
    }
    await wait(LOOK_EVERY_MILLISECONDS, undefined, { signal }).catch(() => null);
  }
}

function troubleOf(error: unknown): Outcome {
  if (!isStoreError(error)) throw error;
  return { lines: [error.message], data: { error: error.message }, isDone: false };
}

/** `derive`: makes the pages follow the pointers. `--watch`: again whenever one moves, until the process is stopped. */
export async function derive(call: Call, tell: (outcome: Outcome) => void): Promise<Outcome> {
  if (!call.watches) return deriveOnce(call.store, call.who);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  await watch(call, tell, stop.signal);
  return { lines: [], data: {}, isDone: true };
}
