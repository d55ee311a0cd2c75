import type { Release } from './registry.ts';

/**
 * Whether a version ('1.2.3') satisfies a caret range ('^1.0.0'), the only kind of range that shares use. It decides as
 * the package semver does, which the tests ask: in every first page load that would be 6 kB.
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

/** What a shell offers to the releases that run in it. */
export interface Host {
  /** The contracts that it keeps, oldest first. */
  contracts: readonly number[];
  /** Whose containers it can run: versions of the federation plugin, and of our own. */
  plugins: readonly string[];
  /** What it shares: import specifier → version. */
  shares: Readonly<Record<string, string>>;
  /** The names that it shares from @space/platform. */
  names: readonly string[];
}

/** The rules that a release must keep. Each refusal names one. */
export type Rule =
  | 'contract'
  | 'share'
  | 'plugin'
  | 'platform'
  | 'types'
  | 'pages'
  | 'slots'
  | 'size'
  | 'integrity'
  | 'record'
  | 'signature'
  | 'data';

/** Why a release may not run. */
export interface Refusal {
  rule: Rule;
  /** One sentence. */
  message: string;
  /** Where to look: 'remotes/retro/src/Clock.tsx:12', when there is such a place. */
  where?: string;
}

/** The only version of the federation plugin whose containers this contract was tested with. */
export const PLUGIN_VERSION = '1.23.0';

/** What a release says in the place of the plugin's version when its container is our own (`leanContainer.ts`). */
export const CONTAINER_VERSION = 'space-1';

/** Whose containers a shell of today can run. */
export const CONTAINERS: readonly string[] = [CONTAINER_VERSION, PLUGIN_VERSION];

/**
 * Decides whether a release may run in a shell: contract, shares and ranges, plugin version, names of the platform. The
 * federation runtime would not: a share that is missing lets the load succeed and rendering fail, a range that does not
 * fit only warns. The same function runs before a release goes live and in the browser before its code is fetched.
 *
 * Takes the release and the host; returns every rule that is broken, none when it may run.
 */
export function checkRelease(
  release: Pick<Release, 'contract' | 'plugin' | 'shares' | 'uses'>,
  host: Host,
): Refusal[] {
  const refusals: Refusal[] = [];
  if (!host.contracts.includes(release.contract)) {
    const kept = host.contracts.join(' or ');
    refusals.push({ rule: 'contract', message: `contract ${release.contract} is not ${kept}` });
  }
  if (!host.plugins.includes(release.plugin)) {
    const known = host.plugins.join(' or ');
    refusals.push({ rule: 'plugin', message: `it was built with plugin ${release.plugin}, not ${known}` });
  }
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
