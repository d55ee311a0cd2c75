import type { Satisfies } from './ranges.ts';

/** The ranges that browsers check (`satisfiesCaret`). Repeated here: sharing it would cost a chunk and a request. */
const CARET = /^\^\d+\.\d+\.\d+$/;

/**
 * Rewrites a release's ranges so that a browser can check them without the package semver: caret ranges stay, and any other
 * becomes the caret range of the shell's version if that satisfies it. Older shells understand this, too.
 *
 * Takes the ranges, the shell's shares, and a range check. An unsatisfied range stays as it is, and is refused later.
 */
export function resolveShareRanges(
  shares: Readonly<Record<string, string>>,
  offered: Readonly<Record<string, string>>,
  satisfies: Satisfies,
): Record<string, string> {
  const judged = Object.entries(shares).map(([name, range]): [string, string] => {
    const version = offered[name];
    const isUnchanged = CARET.test(range) || version === undefined || !satisfies(version, range);
    return [name, isUnchanged ? range : `^${version}`];
  });
  return Object.fromEntries(judged);
}
