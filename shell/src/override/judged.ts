import satisfies from 'semver/functions/satisfies.js';
import { judgedShares, type Release } from '@space/federation';

/**
 * Judges the ranges of a release that is in no registry, as `derive` does for those that are (decision 039). Takes the release,
 * and what the shell shares.
 */
export const judged = (release: Release, offered: Readonly<Record<string, string>>): Release => ({
  ...release,
  shares: judgedShares(release.shares, offered, satisfies),
});
