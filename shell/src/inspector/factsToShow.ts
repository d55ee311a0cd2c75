import { brokenOf, type RegionFacts } from '../registry/regions.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { formatKilobytes, formatMilliseconds } from './format.ts';

interface Fact {
  label: string;
  text: string;
  /** May share a line with other facts. */
  isShort?: boolean;
}

/** The facts about an owner: what runs, what else may run, and what failed in this tab and why. */
export function factsToShow(
  owner: string,
  facts: RegionFacts | undefined,
  commits: ReadonlyMap<string, string>,
): Fact[] {
  const describeVersion = (version: string, more?: string) =>
    [version, more, commits.get(version)].filter((part) => part !== undefined).join(' · ');
  const list: Fact[] = [];
  const state = registryOfPage().remotes[owner];
  if (facts && !state) list.push({ label: 'Version', text: describeVersion(facts.version) });
  if (state) {
    const { live, canary, previous, disabled } = state;
    list.push({ label: 'Live', text: describeVersion(live.version) });
    if (canary) {
      const share = `on ${canary.percent} % of all devices`;
      list.push({ label: 'Canary', text: describeVersion(canary.release.version, share) });
    }
    if (previous) list.push({ label: 'Before it', text: describeVersion(previous.version) });
    if (disabled !== null) list.push({ label: 'Switched off', text: disabled });
  }
  for (const { version, cause, error } of brokenOf(owner).values()) {
    const reason = error instanceof Error ? error.message : String(error);
    list.push({ label: 'Failed in this tab', text: `${version} · ${cause}: ${reason}` });
  }
  if (!facts) return list;
  return [
    ...list,
    { label: 'Loaded in', text: formatMilliseconds(facts.milliseconds), isShort: true },
    { label: 'Size', text: formatKilobytes(facts.kilobytes), isShort: true },
    { label: 'Contract', text: String(facts.contract), isShort: true },
  ];
}
