import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  SHELL,
  derive,
  folderOf,
  integrityOf,
  readLog,
  readPointer,
  readRecord,
  withLock,
  type Pointer,
} from '@space/store';
import type { Operation, Result } from './operations.ts';
import { readerOf } from './reader.ts';
import { REMOTE_NAMES } from './sources.ts';

/** An operation of which a process said that it is done. */
export interface Acknowledged {
  operation: Operation;
  result: Extract<Result, { kind: 'done' }>;
}

const NAMES = [SHELL, ...REMOTE_NAMES];

function must(isSo: boolean, sentence: string): asserts isSo {
  if (!isSo) throw new Error(sentence);
}

async function releaseIsWhole(store: string, name: string, version: string): Promise<void> {
  const record = await readRecord(store, name, version);
  for (const [file, { integrity }] of Object.entries(record.files)) {
    const bytes = await readFile(join(folderOf(store, name), version, file));
    must(integrityOf(bytes) === integrity, `${name} ${version}: ${file} was damaged`);
  }
}

/** Every entry begins when the one before it ended: no move was lost between two. */
function historyIsWhole(name: string, { live, history }: Pointer): void {
  let next = live?.since;
  for (const { since, until } of history) {
    must(until === next, `The history of ${name} has a gap at ${until}`);
    must(since <= until, `The history of ${name} runs backwards at ${until}`);
    next = since;
  }
}

async function lastsInStore(store: string, { operation, result }: Acknowledged): Promise<void> {
  if (operation.kind === 'derive') return;
  const { name, kind } = operation;
  if (result.version !== null) await releaseIsWhole(store, name, result.version);
  if (kind !== 'release' && kind !== 'rollback' && kind !== 'promote') return;
  const pointer = await readPointer(store, name);
  const found = [pointer.live, ...pointer.history].some(
    (entry) => entry?.version === result.live?.version && entry?.since === result.live?.since,
  );
  must(found, `${kind} of ${name} to ${result.live?.version ?? ''} was acknowledged and is lost`);
}

/** Throws when a lock is held although no process is left. */
async function locksAreFree(store: string): Promise<void> {
  const start = performance.now();
  for (const folder of [store, ...NAMES.map((name) => folderOf(store, name))])
    await withLock(folder, () => Promise.resolve());
  must(performance.now() - start < 5_000, 'A lock is stuck');
}

/** Throws when a process that was killed left more behind than a hidden draft. */
async function onlyDraftsAreLeft(store: string, kills: number): Promise<void> {
  const entries = await readdir(store, { recursive: true, withFileTypes: true });
  const drafts = entries.filter(({ name }) => name.startsWith('.draft-')).length;
  must(drafts <= kills, `${drafts} drafts are left by ${kills} kills`);
}

/**
 * Checks a store once all is quiet: what was acknowledged is there, histories have no gap, no lock is stuck, the logs' chains hold, and the
 * pages can be made anew with nothing left out. Throws at the first thing that is not so.
 */
export async function verifyStore(
  store: string,
  acknowledged: readonly Acknowledged[],
  kills: number,
): Promise<void> {
  await locksAreFree(store);
  for (const one of acknowledged) await lastsInStore(store, one);
  for (const name of NAMES) historyIsWhole(name, await readPointer(store, name));
  for (const name of [null, ...NAMES]) {
    const { broken } = await readLog(store, name);
    must(broken === null, broken ?? '');
  }
  await onlyDraftsAreLeft(store, kills);
  const derived = await derive(store);
  must(derived !== null, 'There is no shell');
  const [left] = derived.leftOut;
  must(left === undefined, `${left?.name} ${left?.version} is left out: ${left?.reason}`);
  const reader = readerOf(store);
  const wanted = JSON.stringify(derived.registry);
  must((await reader.readRegistry()) === wanted, 'registry.json is not what was derived');
  const pages = Object.values(derived.registry.remotes).flatMap((remote) => remote.pages);
  for (const path of ['/', ...pages.map((page) => page.path)])
    must((await reader.readPage(path)) === wanted, `${path} has not the registry that was derived`);
}
