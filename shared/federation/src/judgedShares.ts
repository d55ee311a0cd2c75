import type { Satisfies } from './ranges.ts';

/** What a browser judges itself (`satisfiesCaret`). Not shared with it: that would be a chunk and a request of its own. */
const CARET = /^\^\d+\.\d+\.\d+$/;

/**
 * What a release needs, as a browser can judge it without the package semver: caret ranges as they are, and in the place of
 * any other the caret of the shell's version, when that satisfies it. So a shell of before knows it, too.
 *
 * Takes the ranges, what the shell shares, and who decides. What is not satisfied stays as it is, and is refused.
 */
export function judgedShares(
  shares: Readonly<Record<string, string>>,
  offered: Readonly<Record<string, string>>,
  satisfies: Satisfies,
): Record<string, string> {
  const judged = Object.entries(shares).map(([name, range]): [string, string] => {
    const version = offered[name];
    const isSettled = CARET.test(range) || version === undefined || !satisfies(version, range);
    return [name, isSettled ? range : `^${version}`];
  });
  return Object.fromEntries(judged);
}
