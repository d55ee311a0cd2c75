import { join } from 'node:path';
import { SHELL, errorMessage } from '@space/store';
import { buildRelease } from './buildApp.ts';
import type { Candidate } from './gate/rules.ts';
import { sourceOf } from './places.ts';
import { candidateOf } from './releaseApp.ts';
import { hashOfSource } from './sources.ts';
import { steps, type Step } from './steps.ts';

/** The number of builds that run in parallel. */
const CONCURRENCY = 2;

/** An app that could not be built or released, and the reason as a sentence. */
export interface Failure {
  name: string;
  reason: string;
}

/**
 * Builds apps of this repository in parallel, and shows each as a step. A failed build does not stop the others.
 *
 * Takes the names ('shell', 'retro'); returns the release candidates, in the same order, and the failures.
 */
export async function buildMany(
  names: readonly string[],
): Promise<{ candidates: Candidate[]; failures: Failure[] }> {
  const step = steps(names.length);
  // The shell takes longest, so it starts first.
  const queue = [...names].sort((one, other) => Number(other === SHELL) - Number(one === SHELL));
  const built = new Map<string, Candidate | Failure>();
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      built.set(name, await buildOne(name, step));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const results = names.flatMap((name) => built.get(name) ?? []);
  return {
    candidates: results.filter((one) => 'record' in one),
    failures: results.filter((one) => 'reason' in one),
  };
}

async function buildOne(name: string, step: Step): Promise<Candidate | Failure> {
  const folder = sourceOf(name);
  try {
    return await step(`building ${name}`, async () => {
      const source = await hashOfSource(folder);
      const dist = join(folder, 'dist');
      await buildRelease(name, folder, dist);
      return candidateOf(name, folder, source, dist);
    });
  } catch (error) {
    return { name, reason: errorMessage(error) };
  }
}
