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
  /** 'broken': the gate accepts it, but it does not load. */
  verdict: 'loads' | 'refused' | 'broken';
  /** Why it was refused, or what went wrong: one sentence each. */
  reasons: string[];
}

/** Why the gate refuses a version of a store; empty if it accepts it. */
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

/** Makes a version the only one of its remote. Returns why the derived pages leave it out; empty if they do not. */
async function makeOnlyVersion(store: string, { name, version, builtAt }: ReleaseRecord): Promise<string[]> {
  const live = { version, since: builtAt };
  await movePointer(store, name, () => ({
    live,
    history: [],
    canary: null,
    staged: [],
    moves: [],
    halted: null,
    disabled: null,
  }));
  const derived = await derive(store);
  if (derived === null) return ['no shell is live'];
  return derived.leftOut.filter((one) => one.name === name).map(({ reason }) => reason);
}

async function testVersion(
  site: Site,
  store: string,
  name: string,
  version: string,
): Promise<Pick<MatrixEntry, 'verdict' | 'reasons'>> {
  const refusals = await refusalsOf(store, name, version);
  if (refusals.length > 0) return { verdict: 'refused', reasons: refusals };
  const record = await readRecord(store, name, version);
  const reasons = await makeOnlyVersion(store, record);
  if (reasons.length === 0) reasons.push(...(await openPages(site, record)));
  return { verdict: reasons.length === 0 ? 'loads' : 'broken', reasons };
}

/**
 * Tests every published version of a store's remotes (`only`: of these) in the live shell: the gate refuses it, or all its
 * pages load in a real browser. Works on a copy, where the version is the only one of its remote, so that the site cannot
 * fall back to another.
 */
export async function runMatrix(
  store: string,
  browser: Browser,
  only: readonly string[],
): Promise<MatrixEntry[]> {
  const home = await mkdtemp(join(tmpdir(), 'space-matrix-'));
  const copy = join(home, 'site');
  // Locks and drafts belong to a running release.
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
        entries.push({ name, version, isLive, ...(await testVersion(site, copy, name, version)) });
      }
      await movePointer(copy, name, () => before);
    }
    return entries;
  } finally {
    await server.close();
    await rm(home, { recursive: true, force: true });
  }
}
