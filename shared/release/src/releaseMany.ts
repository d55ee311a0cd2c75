import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SHELL, derive, errorMessage } from '@space/store';
import pLimit from 'p-limit';
import { enforceGate, isRefusedRelease, type Candidate } from './gate/gate.ts';
import { ROOT, sourceOf } from './places.ts';
import { buildApp, buildCandidate, publish } from './releaseApp.ts';
import { hashOfSource, recordBuild, versionBuiltFrom } from './sources.ts';
import { shown } from './steps.ts';

/** An app that could not be built or released, and the reason as a sentence. */
interface Failure {
  name: string;
  reason: string;
}

/**
 * Builds apps of this repository into their `dist`, two at a time. A failed build does not stop the others. Takes the names
 * ('shell', 'retro'); returns the release candidates, in the same order, and the failures.
 */
export async function buildMany(
  names: readonly string[],
): Promise<{ candidates: Candidate[]; failures: Failure[] }> {
  const limit = pLimit(2);
  const failures: Failure[] = [];
  const build = async (name: string) => {
    const folder = sourceOf(name);
    return shown(`building ${name}`, () => buildCandidate(name, folder, join(folder, 'dist'))).catch(
      (error: unknown) => void failures.push({ name, reason: errorMessage(error) }),
    );
  };
  const built = await Promise.all(names.map((name) => limit(build, name)));
  return { candidates: built.filter((one) => one !== undefined), failures };
}

/**
 * Makes several releases live together: the gate checks each against the others, not against the releases that they replace. A
 * refused remote is left out, and the others are released without it. Takes the store and the releases; returns those that are
 * live now, and the failures. Throws RefusedRelease if the shell is refused, because there are no pages without it.
 */
export async function releaseTogether(
  store: string,
  candidates: readonly Candidate[],
): Promise<{ released: Candidate[]; failures: Failure[] }> {
  const failures: Failure[] = [];
  // The shell is checked last: a remote that does not run in it is left out, and does not keep the shell back.
  const isShell = ({ record }: Candidate) => Number(record.name === SHELL);
  let released = candidates.toSorted((one, other) => isShell(one) - isShell(other));
  const othersOf = (candidate: Candidate) => released.filter((one) => one !== candidate);
  for (let before = -1; before !== released.length;) {
    before = released.length;
    for (const candidate of released) {
      try {
        await enforceGate(store, candidate, othersOf(candidate));
      } catch (error) {
        const { name } = candidate.record;
        if (!isRefusedRelease(error) || name === SHELL) throw error;
        failures.push({ name, reason: error.message });
        released = othersOf(candidate);
      }
    }
  }
  for (const candidate of released) await publish(store, candidate);
  const derived = await derive(store);
  for (const { name, version, reason } of derived?.leftOut ?? [])
    failures.push({ name, reason: `${name} ${version} is not offered: ${reason}` });
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
