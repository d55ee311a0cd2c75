import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SHELL, derive, folderOf } from '@space/store';
import { publish } from '@space/release/publish';
import { planKill } from './kill.ts';
import { drawOperation } from './operations.ts';
import { oneOf, randomFrom } from './random.ts';
import { readerOf, type Reader } from './reader.ts';
import { REMOTE_NAMES, candidateFrom, writeSources } from './sources.ts';
import { startTeam, type Team } from './team.ts';
import { verifyStore, type Acknowledged } from './verify.ts';

const OPERATIONS_EACH = 4;
/** In this share of the runs no process is killed, and registry.json must always catch up with the pages. */
const SHARE_WITHOUT_KILLS = 0.25;
const MAX_DELAY_MILLISECONDS = 150;

/** From a page's change to the change of registry.json, which is written last. */
const MAX_LAG_MILLISECONDS = 30_000;

interface Totals {
  acknowledged: number;
  refused: number;
  kills: number;
  reads: number;
}

async function firstReleases(store: string, sources: string): Promise<void> {
  for (const name of [SHELL, ...REMOTE_NAMES]) await publish(store, candidateFrom(sources, name, 0));
  await derive(store);
}

/** Waits until registry.json changes. Without kills it must soon, if a page has another registry. */
async function waitForRegistryChange(reader: Reader, path: string, before: string): Promise<void> {
  const end = performance.now() + MAX_LAG_MILLISECONDS;
  while ((await reader.readRegistry()) === before) {
    if (performance.now() > end) throw new Error(`${path} and registry.json stay different`);
    await wait(1);
  }
}

/** Reads pages until `rule.isOver`; throws at the first inconsistent one. */
async function readContinuously(
  reader: Reader,
  random: () => number,
  rule: { isOver: boolean; isWithoutKills: boolean },
) {
  while (!rule.isOver) {
    const path = oneOf(random, ['/', ...REMOTE_NAMES.map((name) => `/${name}`)]);
    const before = await reader.readRegistry();
    const page = await reader.readPage(path);
    if (rule.isWithoutKills && page !== before) await waitForRegistryChange(reader, path, before);
    await wait(1);
  }
}

/**
 * Lets teams release into one store at the same time, kills some of them, reads the site meanwhile, and verifies the store
 * at the end.
 */
async function interleave(seed: number, sources: string, teams: readonly Team[]): Promise<Totals> {
  const random = randomFrom(seed);
  const store = await mkdtemp(join(tmpdir(), 'space-interleave-'));
  await firstReleases(store, sources);
  const rule = { isOver: false, isWithoutKills: random() < SHARE_WITHOUT_KILLS };
  // In some runs all teams change the same remote, in others different ones.
  const names = REMOTE_NAMES.slice(0, 1 + Math.floor(random() * REMOTE_NAMES.length));
  const plans = teams.map(() => Array.from({ length: OPERATIONS_EACH }, () => drawOperation(random, names)));
  const victims = rule.isWithoutKills ? [] : teams.filter((_, index) => index === 0 || random() < 0.4);
  const acknowledged: Acknowledged[] = [];
  let refused = 0;

  async function work(team: Team, index: number): Promise<void> {
    for (const operation of plans[index] ?? []) {
      const result = await team.perform({ store, sources }, operation);
      if (result === null) return;
      if (result.kind === 'refused') refused += 1;
      else acknowledged.push({ operation, result });
    }
  }

  const folders = [store, ...REMOTE_NAMES.map((name) => folderOf(store, name))];
  try {
    const reader = readerOf(store);
    const reading = readContinuously(reader, randomFrom(seed + 1), rule);
    const cancelKills = victims.map((team) => planKill(random, team.kill, folders, MAX_DELAY_MILLISECONDS));
    const working = Promise.all(teams.map(work)).finally(() => {
      rule.isOver = true;
      for (const cancel of cancelKills) cancel();
    });
    await Promise.all([working, reading]);
    const kills = teams.filter((team) => !team.isAlive()).length;
    await verifyStore(store, acknowledged, kills);
    await rm(store, { recursive: true, force: true });
    return { acknowledged: acknowledged.length, refused, kills, reads: reader.count() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}: ${reason} (the store is kept: ${store})`, { cause: error });
  }
}

const TEAMS = 3;

/** Runs interleavings one after the other with consecutive seeds. Returns their totals. */
export async function interleaveMany(
  seed: number,
  runs: number,
  onProgress: (done: number) => void = () => {},
): Promise<Totals> {
  const sources = await mkdtemp(join(tmpdir(), 'space-interleave-sources-'));
  let teams: Team[] = [];
  const sum: Totals = { acknowledged: 0, refused: 0, kills: 0, reads: 0 };
  try {
    await writeSources(sources);
    for (let run = 0; run < runs; run += 1) {
      const alive = teams.filter((team) => team.isAlive());
      const fresh = Array.from({ length: TEAMS - alive.length }, startTeam);
      teams = [...alive, ...(await Promise.all(fresh))];
      const totals = await interleave(seed + run, sources, teams);
      for (const key of ['acknowledged', 'refused', 'kills', 'reads'] as const) sum[key] += totals[key];
      onProgress(run + 1);
    }
    return sum;
  } finally {
    await Promise.all(teams.map((team) => team.close()));
    await rm(sources, { recursive: true, force: true });
  }
}
