/** Whether a version satisfies a range. In Node the package semver decides. */
export type Satisfies = (version: string, range: string) => boolean;

/**
 * Whether a version ('1.2.3') satisfies a caret range ('^1.0.0'). It decides as the package semver does, which the tests
 * ask: in every first page load that would be 6 kB.
 */
export function satisfiesCaret(version: string, range: string): boolean {
  const wanted = /^\^(\d+)\.(\d+)\.(\d+)$/.exec(range)?.slice(1).map(Number);
  const given = /^(\d+)\.(\d+)\.(\d+)(?:\+|$)/.exec(version)?.slice(1).map(Number);
  if (!wanted || !given) return false;
  // A caret holds on to the first number that is not 0, and to all before it.
  const held = wanted.findIndex((number) => number !== 0);
  const changed = wanted.findIndex((number, place) => number !== given[place]);
  if (changed === -1) return true;
  return held !== -1 && changed > held && (given[changed] ?? 0) > (wanted[changed] ?? 0);
}
