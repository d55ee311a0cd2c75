import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { gateAgainstStore } from '@space/release';
import { startTestServer } from '@space/server/testing';
import {
  derive,
  folderOf,
  isStoreError,
  movePointer,
  readPointer,
  readRecord,
  remotesIn,
  versionsOf,
  type ReleaseRecord,
} from '@space/store';
import { createAccount } from '../../support/accounts.ts';
import { openPages, type Site } from './openPages.ts';

export interface MatrixEntry {
  name: string;
  version: string;
  isLive: boolean;
  /** 'broken': the gate would let it through, and yet it does not load. */
  verdict: 'loads' | 'refused' | 'broken';
  /** Why it was refused, or what went wrong: one sentence each. */
  reasons: string[];
}

/** What the gate has against a version that lies in a store. */
async function refusalsOf(store: string, name: string, version: string): Promise<string[]> {
  try {
    const record = await readRecord(store, name, version);
    const refusals = await gateAgainstStore(store, { record, folder: join(folderOf(store, name), version) });
    return refusals.map(({ rule, message, where }) => `${rule}: ${message}${where ? ` (${where})` : ''}`);
  } catch (error) {
    if (isStoreError(error)) return [`record: ${error.message}`];
    throw error;
  }
}

/** Makes a version the only one that a site offers of its remote. Returns what the derivation has against it. */
async function offer(store: string, { name, version, builtAt }: ReleaseRecord): Promise<string[]> {
  const live = { version, since: builtAt };
  await movePointer(store, name, () => ({ live, history: [], canary: null, halted: null, disabled: null }));
  const derived = await derive(store);
  if (derived === null) return ['no shell is live'];
  return derived.leftOut.filter((one) => one.name === name).map(({ reason }) => reason);
}

async function tryOut(
  site: Site,
  store: string,
  name: string,
  version: string,
): Promise<Pick<MatrixEntry, 'verdict' | 'reasons'>> {
  const refusals = await refusalsOf(store, name, version);
  if (refusals.length > 0) return { verdict: 'refused', reasons: refusals };
  const record = await readRecord(store, name, version);
  const reasons = await offer(store, record);
  if (reasons.length === 0) reasons.push(...(await openPages(site, record)));
  return { verdict: reasons.length === 0 ? 'loads' : 'broken', reasons };
}

/**
 * Tries every published version of the named remotes of a store, or of all, in the shell that is live there: the gate
 * refuses it, or all its pages load in a real browser. Works on a copy, where the version is the only one of its remote, so
 * that nothing can replace it.
 */
export async function runMatrix(
  store: string,
  browser: Browser,
  only: readonly string[],
): Promise<MatrixEntry[]> {
  const home = await mkdtemp(join(tmpdir(), 'space-matrix-'));
  const copy = join(home, 'site');
  // Locks and drafts belong to a release that is under way.
  await cp(store, copy, { recursive: true, filter: (path) => !basename(path).startsWith('.') });
  const server = await startTestServer({ siteDir: copy });
  try {
    const { session } = await createAccount(server);
    const site: Site = { browser, origin: server.origin, session };
    const entries: MatrixEntry[] = [];
    for (const name of await remotesIn(store)) {
      if (only.length > 0 && !only.includes(name)) continue;
      const before = await readPointer(copy, name);
      for (const version of await versionsOf(store, name)) {
        const isLive = before.live?.version === version;
        entries.push({ name, version, isLive, ...(await tryOut(site, copy, name, version)) });
      }
      await movePointer(copy, name, () => before);
    }
    return entries;
  } finally {
    await server.close();
    await rm(home, { recursive: true, force: true });
  }
}
