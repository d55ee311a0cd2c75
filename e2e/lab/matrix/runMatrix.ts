import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { gateAgainstStore } from '@space/release';
import { startTestServer } from '@space/server/testing';
import { derive, folderOf, isStoreError, movePointer, readPointer, readRecord } from '@space/store';
import { remotesIn, versionsOf } from '@space/store';
import type { ReleaseRecord } from '@space/store';
import { createAccount } from '../../support/accounts.ts';
import { openPages } from './openPages.ts';
import type { Site } from './openPages.ts';

/** What became of one published version in the shell that is live. */
export interface MatrixEntry {
  name: string;
  version: string;
  isLive: boolean;
  /** 'broken': the gate would let it through, and yet it does not load. */
  verdict: 'loads' | 'refused' | 'broken';
  /** Why it was refused, or what went wrong: one sentence each. */
  reasons: string[];
}

interface MatrixOptions {
  /** The store whose versions are tried. It is only read. */
  store: string;
  browser: Browser;
  /** Names of the remotes to be tried; none: all of them. */
  only?: readonly string[];
}

/** What the gate has against a version that lies in a store. */
async function refusalsOf(store: string, name: string, version: string): Promise<string[]> {
  try {
    const record = await readRecord(store, name, version);
    const folder = join(folderOf(store, name), version);
    const refusals = await gateAgainstStore(store, { record, folder });
    return refusals.map(({ rule, message, where }) => `${rule}: ${message}${where ? ` (${where})` : ''}`);
  } catch (error) {
    if (isStoreError(error)) return [`record: ${error.message}`];
    throw error;
  }
}

/** Makes a version the only one that a site offers of its remote. Returns what the derivation has against it. */
async function offer(store: string, { name, version, builtAt }: ReleaseRecord): Promise<string[]> {
  await movePointer(store, name, () => ({
    live: { version, since: builtAt },
    history: [],
    canary: null,
    halted: null,
    disabled: null,
  }));
  const derived = await derive(store);
  if (derived === null) return ['no shell is live'];
  return derived.leftOut.filter((one) => one.name === name).map(({ reason }) => reason);
}

/**
 * Tries every published version of every remote of a store in the shell that is live there: the gate refuses it, or all
 * its pages load in a real browser. Works on a copy, where the version is the only one of its remote, so that nothing
 * can replace it.
 *
 * Returns one entry for each version, those of a remote together. Throws when no server can be started on the copy.
 */
export async function runMatrix({ store, browser, only = [] }: MatrixOptions): Promise<MatrixEntry[]> {
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
        entries.push({
          name,
          version,
          isLive: before.live?.version === version,
          ...(await tryOut(site, copy, name, version)),
        });
      }
      await movePointer(copy, name, () => before);
    }
    return entries;
  } finally {
    await server.close();
    await rm(home, { recursive: true, force: true });
  }
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
