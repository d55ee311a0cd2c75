import { SHELL, derive } from '@space/store';
import type { Failure } from './buildMany.ts';
import type { Candidate } from './gate/gateAgainstStore.ts';
import { isRefusedRelease } from './gate/refusedRelease.ts';
import { publish } from './publish.ts';
import { judge } from './releaseApp.ts';

/** What came of releases that went live together. */
export interface Together {
  released: Candidate[];
  failures: Failure[];
}

const isShell = ({ record }: Candidate) => record.name === SHELL;

/**
 * Makes releases live together: each is judged beside the others, not beside what they replace. A remote that the gate refuses
 * is left out, and the others go on without it. Then the pages follow.
 *
 * Takes the store and the releases; returns those that are live now, and what failed. Throws RefusedRelease when it is the
 * shell that is refused: without it there is no page.
 */
export async function releaseTogether(store: string, candidates: readonly Candidate[]): Promise<Together> {
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
    await judge(
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
    await judge(store, candidate, together);
    return null;
  } catch (error) {
    if (isRefusedRelease(error)) return error.message;
    throw error;
  }
}
