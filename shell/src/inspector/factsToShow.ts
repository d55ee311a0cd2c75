import { brokenOf, type RegionFacts } from '../registry/regions.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { isReleased } from '../override/nameOf.ts';
import { formatKilobytes, formatMilliseconds } from './format.ts';

interface Fact {
  label: string;
  text: string;
  /** Others may stand beside it. */
  isShort?: boolean;
}

/** All there is to say about an owner: what runs, what else may run, and what does not run here and why. */
export function factsToShow(
  owner: string,
  facts: RegionFacts | undefined,
  commits: ReadonlyMap<string, string>,
): Fact[] {
  const named = (version: string, more?: string) =>
    [version, more, commits.get(version)].filter((part) => part !== undefined).join(' · ');
  const shown: Fact[] = [];
  const state = isReleased(owner) ? registryOfPage().remotes[owner] : undefined;
  if (facts && (!state || facts.source === 'override'))
    shown.push({ label: 'Version', text: named(facts.version) });
  if (state) {
    const { live, canary, previous, disabled } = state;
    shown.push({ label: 'Live', text: named(live.version) });
    if (canary) {
      const share = `on ${canary.percent} % of all devices`;
      shown.push({ label: 'Canary', text: named(canary.release.version, share) });
    }
    if (previous) shown.push({ label: 'Before it', text: named(previous.version) });
    if (disabled !== null) shown.push({ label: 'Switched off', text: disabled });
  }
  for (const { version, cause, error } of brokenOf(owner).values()) {
    const reason = error instanceof Error ? error.message : String(error);
    shown.push({ label: 'Failed in this tab', text: `${version} · ${cause}: ${reason}` });
  }
  if (!facts) return shown;
  return [
    ...shown,
    { label: 'Loaded in', text: formatMilliseconds(facts.milliseconds), isShort: true },
    { label: 'Size', text: formatKilobytes(facts.kilobytes), isShort: true },
    { label: 'Contract', text: String(facts.contract), isShort: true },
  ];
}
