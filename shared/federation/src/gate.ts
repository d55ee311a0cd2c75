import type { Release } from './registry.ts';

/** What a shell offers to the releases that run in it. */
export interface Host {
  /** The version of the contract that it supports. */
  contract: number;
  /** What it shares: import specifier → version. */
  shares: Readonly<Record<string, string>>;
  /** The names that it shares from @space/platform. */
  names: readonly string[];
}

/** Why a release may not run. */
export interface Refusal {
  /** 'contract', 'share', 'platform', 'types', 'pages', 'scripts', 'styles', 'size' or 'integrity'. */
  rule: string;
  /** One sentence. */
  message: string;
  /** The place to look at, if there is one: 'remotes/retro/src/Clock.tsx:12'. */
  where?: string;
}

/**
 * Whether a version ('1.2.3') satisfies a caret range ('^1.0.0'), the only kind that builds write. The tests compare it with
 * the package semver, which would add 6 kB to every first page load.
 */
export function satisfiesCaret(version: string, range: string): boolean {
  const wanted = /^\^(\d+)\.(\d+)\.(\d+)$/.exec(range)?.slice(1).map(Number);
  const given = /^(\d+)\.(\d+)\.(\d+)(?:\+|$)/.exec(version)?.slice(1).map(Number);
  if (!wanted || !given) return false;
  // A caret fixes the first number that is not 0, and all before it.
  const fixed = wanted.findIndex((number) => number !== 0);
  const changed = wanted.findIndex((number, place) => number !== given[place]);
  if (changed === -1) return true;
  return fixed !== -1 && changed > fixed && (given[changed] ?? 0) > (wanted[changed] ?? 0);
}

/**
 * Returns a refusal for every rule that a release breaks in a shell: contract, shares and their ranges, names of the platform.
 * To the federation runtime a missing share is no reason to stop, and an unsatisfied range only a warning. It runs before a
 * release goes live, and in the browser before its code is fetched.
 */
export function checkRelease(release: Pick<Release, 'contract' | 'shares' | 'uses'>, host: Host): Refusal[] {
  const refusals: Refusal[] = [];
  if (release.contract !== host.contract)
    refusals.push({ rule: 'contract', message: `contract ${release.contract} is not ${host.contract}` });
  for (const [name, range] of Object.entries(release.shares)) {
    const version = host.shares[name];
    if (version === undefined) {
      refusals.push({ rule: 'share', message: `the shell does not share ${name}` });
    } else if (!satisfiesCaret(version, range)) {
      refusals.push({ rule: 'share', message: `${name} ${version} does not satisfy ${range}` });
    }
  }
  for (const name of release.uses) {
    if (!host.names.includes(name))
      refusals.push({ rule: 'platform', message: `the shell's platform has no '${name}'` });
  }
  return refusals;
}
