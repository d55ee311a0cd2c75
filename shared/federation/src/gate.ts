import { satisfiesCaret, type Satisfies } from './ranges.ts';
import type { Release } from './registry.ts';

/** What a shell offers to the releases that run in it. */
export interface Host {
  /** The contracts that it supports, oldest first. */
  contracts: readonly number[];
  /** The tools whose containers it can run (`containers.ts`). */
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
  | 'scripts'
  | 'styles'
  | 'size'
  | 'integrity'
  | 'record';

/** Why a release may not run. */
export interface Refusal {
  rule: Rule;
  /** One sentence. */
  message: string;
  /** The place to look at, if there is one: 'remotes/retro/src/Clock.tsx:12'. */
  where?: string;
}

/**
 * Decides whether a release may run in a shell: contract, shares and ranges, plugin version, names of the platform. The
 * federation runtime does not: with a missing share loading succeeds and rendering fails, and an unsatisfied range is only
 * a warning. The same function runs before a release goes live and in the browser before its code is fetched.
 *
 * Takes the release, the host, and the function that checks ranges (by default the browser's, for caret ranges); returns a
 * refusal for every broken rule, none if the release may run.
 */
export function checkRelease(
  release: Pick<Release, 'contract' | 'plugin' | 'shares' | 'uses'>,
  host: Host,
  satisfies: Satisfies = satisfiesCaret,
): Refusal[] {
  const refusals: Refusal[] = [];
  if (!host.contracts.includes(release.contract)) {
    const supported = host.contracts.join(' or ');
    refusals.push({ rule: 'contract', message: `contract ${release.contract} is not ${supported}` });
  }
  if (!host.plugins.includes(release.plugin))
    refusals.push({ rule: 'plugin', message: `the shell does not know containers of ${release.plugin}` });
  for (const [name, range] of Object.entries(release.shares)) {
    const version = host.shares[name];
    if (version === undefined) {
      refusals.push({ rule: 'share', message: `the shell does not share ${name}` });
    } else if (!satisfies(version, range)) {
      refusals.push({ rule: 'share', message: `${name} ${version} does not satisfy ${range}` });
    }
  }
  for (const name of release.uses) {
    if (!host.names.includes(name))
      refusals.push({ rule: 'platform', message: `the shell's platform has no '${name}'` });
  }
  return refusals;
}
