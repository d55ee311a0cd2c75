import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  SHELL,
  derive,
  folderOf,
  integrityOf,
  readPointer,
  readRecord,
  withLock,
  type Pointer,
} from '@space/store';
import type { Operation, Result } from './operations.ts';
import { readerOf } from './reader.ts';
import { REMOTE_NAMES } from './sources.ts';

/** An operation that a process has acknowledged. */
export interface Acknowledged {
  operation: Operation;
  result: Extract<Result, { kind: 'done' }>;
}

const NAMES = [SHELL, ...REMOTE_NAMES];

function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

async function assertReleaseIntact(store: string, name: string, version: string): Promise<void> {
  const record = await readRecord(store, name, version);
  for (const [file, { integrity }] of Object.entries(record.files)) {
    const bytes = await readFile(join(folderOf(store, name), version, file));
    assert(integrityOf(bytes) === integrity, `${name} ${version}: ${file} was damaged`);
  }
}

/** Every entry starts when the previous one ended: no move between two is lost. */
function assertHistoryHasNoGap(name: string, { live, history }: Pointer): void {
  let next = live?.since;
  for (const { since, until } of history) {
    assert(until === next, `The history of ${name} has a gap at ${until}`);
    assert(since <= until, `The history of ${name} runs backwards at ${until}`);
    next = since;
  }
}

async function assertPersisted(store: string, { operation, result }: Acknowledged): Promise<void> {
  if (operation.kind === 'derive') return;
  const { name, kind } = operation;
  if (result.version !== null) await assertReleaseIntact(store, name, result.version);
  if (kind !== 'release' && kind !== 'rollback' && kind !== 'promote') return;
  const pointer = await readPointer(store, name);
  const found = [pointer.live, ...pointer.history].some(
    (entry) => entry?.version === result.live?.version && entry?.since === result.live?.since,
  );
  assert(found, `${kind} of ${name} to ${result.live?.version ?? ''} was acknowledged and is lost`);
}

/** Throws if a lock is still held although no process is running. */
async function assertLocksFree(store: string): Promise<void> {
  const start = performance.now();
  for (const folder of [store, ...NAMES.map((name) => folderOf(store, name))])
    await withLock(folder, () => Promise.resolve());
  assert(performance.now() - start < 5_000, 'A lock is stuck');
}

/** Throws if the killed processes left more than one hidden draft each. */
async function assertOnlyDraftsLeft(store: string, kills: number): Promise<void> {
  const entries = await readdir(store, { recursive: true, withFileTypes: true });
  const drafts = entries.filter(({ name }) => name.startsWith('.draft-')).length;
  assert(drafts <= kills, `${drafts} drafts are left by ${kills} kills`);
}

/**
 * Verifies a store when no process uses it: acknowledged operations persist, histories have no gap, no lock is stuck, and
 * the pages can be derived again with nothing left out. Throws at the first violation.
 */
export async function verifyStore(
  store: string,
  acknowledged: readonly Acknowledged[],
  kills: number,
): Promise<void> {
  await assertLocksFree(store);
  for (const one of acknowledged) await assertPersisted(store, one);
  for (const name of NAMES) assertHistoryHasNoGap(name, await readPointer(store, name));
  await assertOnlyDraftsLeft(store, kills);
  const derived = await derive(store);
  assert(derived !== null, 'There is no shell');
  const [left] = derived.leftOut;
  assert(left === undefined, `${left?.name} ${left?.version} is left out: ${left?.reason}`);
  const reader = readerOf(store);
  const expected = JSON.stringify(derived.registry);
  assert((await reader.readRegistry()) === expected, 'registry.json is not what was derived');
  const pages = Object.values(derived.registry.remotes).flatMap((remote) => remote.pages);
  for (const path of ['/', ...pages.map((page) => page.path)])
    assert((await reader.readPage(path)) === expected, `${path} has not the registry that was derived`);
}
