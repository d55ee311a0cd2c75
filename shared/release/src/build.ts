import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { SHELL, errorMessage, publish } from '@space/store';
import pLimit from 'p-limit';
import { enforceGate, isRefusedRelease, type Candidate } from './gate/gate.ts';
import { REMOTES, ROOT, TEST_SITE, UNREADABLE, sourceOf } from './places.ts';
import { buildApp, buildCandidate } from './releaseApp.ts';
import { hashOfSource, recordBuild, versionBuiltFrom } from './sources.ts';
import { orExitCode, shown } from './steps.ts';

interface Failure {
  name: string;
  reason: string;
}

/** Builds apps into their `dist`, two at a time; a failure does not stop the others. Takes their names. */
export async function buildMany(names: readonly string[]) {
  const limit = pLimit(2);
  const failures: Failure[] = [];
  const candidates: Candidate[] = [];
  const build = async (name: string) => {
    try {
      const folder = sourceOf(name);
      const dist = join(folder, 'dist');
      candidates.push(await shown(`building ${name}`, () => buildCandidate(name, folder, dist)));
    } catch (error) {
      failures.push({ name, reason: errorMessage(error) });
    }
  };
  await Promise.all(names.map((name) => limit(build, name)));
  return { candidates, failures };
}

/** Makes builds live, the shell first: there are no pages without it. A refused remote is left out, a refused shell throws. */
export async function releaseBuilt(store: string, candidates: readonly Candidate[]) {
  const released: Candidate[] = [];
  const failures: Failure[] = [];
  const isRemote = ({ record }: Candidate) => Number(record.name !== SHELL);
  for (const candidate of candidates.toSorted((one, other) => isRemote(one) - isRemote(other))) {
    const { record, folder } = candidate;
    try {
      await enforceGate(store, candidate);
      await publish(store, record, folder, 'live');
      released.push(candidate);
    } catch (error) {
      if (!isRefusedRelease(error) || record.name === SHELL) throw error;
      failures.push({ name: record.name, reason: error.message });
    }
  }
  return { released, failures };
}

const OPERATE = join(ROOT, 'shared', 'operate');

/** Builds the operator's page, no release but a part of the server, if its sources have changed. Throws StoreError. */
export async function buildOperatePage(): Promise<void> {
  const source = await hashOfSource(OPERATE);
  const isBuilt = existsSync(join(OPERATE, 'dist/index.html'));
  if (isBuilt && (await versionBuiltFrom('operate', source)) !== undefined) return;
  await shown("building the operator's page", () => buildApp(OPERATE));
  await recordBuild('operate', source, 'built');
}

/** Builds one release of each app into a store of its own, so that tests and what a person serves do not affect each other. */
async function buildTestSite(): Promise<void> {
  const draft = `${TEST_SITE}.draft-${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    await buildOperatePage();
    throwIfAny((await releaseBuilt(draft, await build(ALL))).failures);
    await rm(TEST_SITE, { recursive: true, force: true });
    await rename(draft, TEST_SITE);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const ALL = [SHELL, ...[...REMOTES, ...UNREADABLE].map(({ name }) => name)];

function throwIfAny(failures: readonly Failure[]): void {
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('\n'));
}

async function build(names: readonly string[]): Promise<Candidate[]> {
  const { candidates, failures } = await buildMany(names);
  throwIfAny(failures);
  return candidates;
}

// `npm run build [-- names]`: builds the named apps, or the shell and all remotes. Nothing is released.
// `npm run build -- packages`: packs what a repository of one's own installs.
// `npm run build -- test-site`: builds the store that tests use.
async function main(names: readonly string[]): Promise<void> {
  if (names.join() === 'packages') {
    const { packPackages } = await import('./packages/packPackages.ts');
    for (const file of await packPackages(join(ROOT, 'dist', 'packages'))) console.log(relative('.', file));
  } else if (names.join() === 'test-site') await buildTestSite();
  else await build(names.length === 0 ? ALL : names);
}

if (import.meta.main) await orExitCode(main(process.argv.slice(2)));
