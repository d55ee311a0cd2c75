import { SHELL, derive } from '@space/store';
import type { Failure } from './buildMany.ts';
import type { Candidate } from './gate/rules.ts';
import { isRefusedRelease } from './gate/refusedRelease.ts';
import { enforceGate, publish } from './releaseApp.ts';

/** The result of releasing several apps together. */
export interface Results {
  released: Candidate[];
  failures: Failure[];
}

const isShell = ({ record }: Candidate) => record.name === SHELL;

/**
 * Makes several releases live together: the gate checks each against the others, not against the releases that they
 * replace. A refused remote is left out, and the others are released without it. Then the pages are derived.
 *
 * Takes the store and the releases; returns those that are live now, and the failures. Throws RefusedRelease if the shell is
 * refused, because there are no pages without it.
 */
export async function releaseTogether(store: string, candidates: readonly Candidate[]): Promise<Results> {
  const failures: Failure[] = [];
  let released = [...candidates];
  for (let before = -1; before !== released.length;) {
    before = released.length;
    for (const candidate of released.filter((one) => !isShell(one))) {
      const others = released.filter((one) => one !== candidate);
      const refusal = await refusalOf(store, candidate, others);
      if (refusal === null) continue;
      failures.push({ name: candidate.record.name, reason: refusal });
      released = others;
    }
  }
  const shell = released.find(isShell);
  if (shell) {
    await enforceGate(
      store,
      shell,
      released.filter((one) => one !== shell),
    );
  }
  for (const candidate of released) await publish(store, candidate);
  const derived = await derive(store);
  for (const { name, version, reason } of derived?.leftOut ?? [])
    failures.push({ name, reason: `${name} ${version} is not offered: ${reason}` });
  return { released, failures };
}

async function refusalOf(
  store: string,
  candidate: Candidate,
  together: readonly Candidate[],
): Promise<string | null> {
  try {
    await enforceGate(store, candidate, together);
    return null;
  } catch (error) {
    if (isRefusedRelease(error)) return error.message;
    throw error;
  }
}
