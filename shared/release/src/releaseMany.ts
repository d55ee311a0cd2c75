import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SHELL, errorMessage, publish } from '@space/store';
import pLimit from 'p-limit';
import { enforceGate, isRefusedRelease, type Candidate } from './gate/gate.ts';
import { ROOT, sourceOf } from './places.ts';
import { buildApp, buildCandidate } from './releaseApp.ts';
import { hashOfSource, recordBuild, versionBuiltFrom } from './sources.ts';
import { shown } from './steps.ts';

interface Failure {
  name: string;
  reason: string;
}

/**
 * Builds apps of this repository into their `dist`, two at a time. A failed build does not stop the others. Takes the names
 * ('shell', 'retro'); returns the release candidates and the failures.
 */
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

/**
 * Makes builds live one after another, the shell first: there are no pages without it. A refused remote is left out. Takes the
 * store and the builds; returns those that are live now, and the failures. Throws RefusedRelease if the shell is refused.
 */
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

/** Whether the operator's page, which is part of the server and not a release, is built from its current sources. */
export const isOperatePageBuilt = async (): Promise<boolean> =>
  existsSync(join(OPERATE, 'dist/index.html')) &&
  (await versionBuiltFrom('operate', await hashOfSource(OPERATE))) !== undefined;

/** Builds the operator's page, and shows it as a step. Throws StoreError with the build's output when the build fails. */
export async function buildOperatePage(): Promise<void> {
  const source = await hashOfSource(OPERATE);
  await shown("building the operator's page", () => buildApp(OPERATE));
  await recordBuild('operate', source, 'built');
}
