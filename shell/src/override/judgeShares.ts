import satisfies from 'semver/functions/satisfies.js';
import { resolveShareRanges, type Release } from '@space/federation';

/**
 * Judges the ranges of a release that is in no registry, as `derive` does for releases in the registry (decision 039). Takes
 * the release and the versions that the shell shares; returns the release with judged ranges.
 */
export const judgeShares = (release: Release, offered: Readonly<Record<string, string>>): Release => ({
  ...release,
  shares: resolveShareRanges(release.shares, offered, satisfies),
});
