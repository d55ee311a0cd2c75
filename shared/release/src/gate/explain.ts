import type { Refusal } from '@space/federation';

/** Says what the gate decided, for people: a line with the verdict, and one for each rule that is broken. */
export function explain(name: string, version: string, refusals: readonly Refusal[]): string {
  if (refusals.length === 0) return `${name} ${version} keeps every rule.`;
  const lines = refusals.map(
    ({ rule, message, where }) => `  ${rule}: ${message}${where === undefined ? '' : ` (${where})`}`,
  );
  return [`${name} ${version} was refused:`, ...lines].join('\n');
}
