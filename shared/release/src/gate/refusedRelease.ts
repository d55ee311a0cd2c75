import type { Refusal } from '@space/federation';
import type { ReleaseRecord } from '@space/store';

/** The error for a release that the gate refuses. Recognised by its name, because two copies of a class can meet. */
export interface RefusedRelease extends Error {
  name: 'RefusedRelease';
  release: Pick<ReleaseRecord, 'name' | 'version'>;
  refusals: readonly Refusal[];
}

/** Formats refusals for people: a line with the verdict, and one for each broken rule. */
function explain(name: string, version: string, refusals: readonly Refusal[]): string {
  const lines = refusals.map(
    ({ rule, message, where }) => `  ${rule}: ${message}${where === undefined ? '' : ` (${where})`}`,
  );
  return [`${name} ${version} was refused:`, ...lines].join('\n');
}

/** Creates the error for a release that the gate refuses. Takes the release and its refusals. */
export function refusedRelease(
  { name, version }: RefusedRelease['release'],
  refusals: readonly Refusal[],
): RefusedRelease {
  const details = { name: 'RefusedRelease' as const, release: { name, version }, refusals };
  return Object.assign(new Error(explain(name, version, refusals)), details);
}

/** Whether an unknown error is a RefusedRelease. */
export function isRefusedRelease(value: unknown): value is RefusedRelease {
  return value instanceof Error && value.name === 'RefusedRelease';
}
