import type { Refusal } from '@space/federation';
import type { ReleaseRecord } from '@space/store';

/** The gate let a release not through. Its message is `explain`'s. Recognised by its name: two copies of a class can meet. */
export interface RefusedRelease extends Error {
  name: 'RefusedRelease';
  release: Pick<ReleaseRecord, 'name' | 'version'>;
  refusals: readonly Refusal[];
}

/** What the gate decided, for people: a line with the verdict, and one for each rule that is broken. */
function explain(name: string, version: string, refusals: readonly Refusal[]): string {
  const lines = refusals.map(
    ({ rule, message, where }) => `  ${rule}: ${message}${where === undefined ? '' : ` (${where})`}`,
  );
  return [`${name} ${version} was refused:`, ...lines].join('\n');
}

/** Makes the error of a release that breaks a rule. */
export function refusedRelease(
  { name, version }: RefusedRelease['release'],
  refusals: readonly Refusal[],
): RefusedRelease {
  const details = { name: 'RefusedRelease' as const, release: { name, version }, refusals };
  return Object.assign(new Error(explain(name, version, refusals)), details);
}

/** Whether an unknown error is a refusal of the gate. */
export function isRefusedRelease(value: unknown): value is RefusedRelease {
  return value instanceof Error && value.name === 'RefusedRelease';
}
