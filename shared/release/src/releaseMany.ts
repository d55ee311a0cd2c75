import { join } from 'node:path';
import { SHELL, derive, errorMessage } from '@space/store';
import { enforceGate, isRefusedRelease, type Candidate } from './gate/gate.ts';
import { sourceOf } from './places.ts';
import { buildCandidate, publish } from './releaseApp.ts';
import { steps } from './steps.ts';

/** The number of builds that run in parallel. */
const CONCURRENCY = 2;

/** An app that could not be built or released, and the reason as a sentence. */
export interface Failure {
  name: string;
  reason: string;
}

/**
 * Builds apps of this repository in parallel, into their `dist`, and shows each as a step. A failed build does not stop the
 * others. Takes the names ('shell', 'retro'); returns the release candidates, in the same order, and the failures.
 */
export async function buildMany(
  names: readonly string[],
): Promise<{ candidates: Candidate[]; failures: Failure[] }> {
  const step = steps(names.length);
  // The shell takes longest, so it starts first.
  const queue = [...names].sort((one, other) => Number(other === SHELL) - Number(one === SHELL));
  const built = new Map<string, Candidate | Failure>();
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const [app, folder] = [name, sourceOf(name)];
      const build = () => buildCandidate(app, folder, join(folder, 'dist'));
      const fail = (error: unknown): Failure => ({ name: app, reason: errorMessage(error) });
      built.set(name, await step(`building ${name}`, build).catch(fail));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const results = names.flatMap((name) => built.get(name) ?? []);
  return {
    candidates: results.filter((one) => 'record' in one),
    failures: results.filter((one) => 'reason' in one),
  };
}

/**
 * Makes several releases live together: the gate checks each against the others, not against the releases that they
 * replace. A refused remote is left out, and the others are released without it. Then the pages are derived.
 *
 * Takes the store and the releases; returns those that are live now, and the failures. Throws RefusedRelease if the shell is
 * refused, because there are no pages without it.
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
