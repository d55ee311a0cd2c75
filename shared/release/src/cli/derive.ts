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
import type { Outcome } from './outcome.ts';
import { wrap } from './formatText.ts';

/** The poll interval of `--watch`: polling one small file of each remote also works on network file systems. */
const POLL_MILLISECONDS = 300;

function linesOf(derived: Derived | null): string[] {
  if (derived === null) return ['There are no pages to derive: no shell is released.'];
  const { registry, leftOut } = derived;
  const live = Object.entries(registry.remotes).map(([name, state]) => `${name} ${state.live.version}`);
  return [
    ...wrap(`The pages show: ${[`${SHELL} ${registry.shell}`, ...live].join(', ')}`),
    ...leftOut.flatMap(({ name, version, reason }) => wrap(`Left out: ${name} ${version}: ${reason}`)),
  ];
}

async function deriveOnce(store: string): Promise<Outcome> {
  const derived = await deriveStore(store);
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

/** A text that changes whenever a pointer moves or the operator's configuration changes. */
async function stampsOf(store: string): Promise<string> {
  const names = [SHELL, ...(await remotesIn(store))];
  const pointers = names.map((name) => join(folderOf(store, name), 'pointer.json'));
  return (await Promise.all([...pointers, join(store, 'site.json')].map(stampOf))).join('\n');
}

/**
 * Derives the pages now and after every change, until the signal is aborted. A failure is reported and retried at a change.
 *
 * Takes the store, a callback for each outcome, and the signal.
 */
export async function watch(
  store: string,
  report: (outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let seen = ''; !signal.aborted;) {
    // Read before the pages are derived: a pointer that moves meanwhile changes the next stamps.
    const stamps = await stampsOf(store);
    if (stamps !== seen) {
      seen = stamps;
      report(await deriveOnce(store).catch(failureOutcome));
    }
    await wait(POLL_MILLISECONDS, undefined, { signal }).catch(() => null);
  }
}

function failureOutcome(error: unknown): Outcome {
  if (!isStoreError(error)) throw error;
  return { lines: [error.message], data: { error: error.message }, isDone: false };
}

/** `derive`: derives the pages from the pointers. `--watch`: again whenever one moves, until the process is stopped. */
export async function derive(call: Call, report: (outcome: Outcome) => void): Promise<Outcome> {
  if (!call.watches) return deriveOnce(call.store);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  await watch(call.store, report, stop.signal);
  return { lines: [], data: {}, isDone: true };
}
