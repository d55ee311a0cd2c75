import { CONTRACT_VERSION } from './contract.ts';

/** One immutable built version of a remote. Addresses are relative to the registry's own. */
export interface Release {
  version: string;
  entry: string;
  /** Style sheets and chunks of the exposed module: fetched beside the entry instead of after it. */
  styles: string[];
  preload: string[];
  contract: number;
  /** What it borrows from the shell: import specifier → range. */
  shares: Record<string, string>;
}

/** Which release of which remote is live. */
export interface Registry {
  remotes: Record<string, Release>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

function isRelease(value: unknown): value is Release {
  return (
    isRecord(value) &&
    isText(value['version']) &&
    isText(value['entry']) &&
    isTextList(value['styles']) &&
    isTextList(value['preload']) &&
    typeof value['contract'] === 'number' &&
    isRecord(value['shares']) &&
    Object.values(value['shares']).every(isText)
  );
}

/**
 * Narrows what came over the network. Written by hand: a schema library would sit in the shell's first load.
 *
 * Returns the registry; throws `TypeError` when the text is not one. A single malformed release is left out, so that it
 * hurts its own remote alone.
 */
export function parseRegistry(value: unknown): Registry {
  if (!isRecord(value) || !isRecord(value['remotes']))
    throw new TypeError('This is not a registry of remotes');
  const entries = Object.entries(value['remotes']).filter((entry): entry is [string, Release] =>
    isRelease(entry[1]),
  );
  return { remotes: Object.fromEntries(entries) };
}

/** Whether `version` ('1.2.3') satisfies a caret range ('^1.0.0'): the only kind of range that shares use. */
export function satisfiesCaret(version: string, range: string): boolean {
  const wanted = /^\^(\d+)\.(\d+)\.(\d+)$/.exec(range)?.slice(1).map(Number);
  const given = /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  if (!wanted || !given || wanted[0] !== given[0]) return false;
  for (const place of [1, 2] as const) {
    const difference = (given[place] ?? 0) - (wanted[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/**
 * Decides whether a release may run in this shell. The federation runtime would not: a share that is missing lets the
 * load succeed and rendering fail, a range that does not fit only warns.
 *
 * Takes the release and what the shell lends (specifier → version); returns `ok`, or the rule that was broken.
 */
export function checkRelease(
  release: Release,
  lent: Readonly<Record<string, string>>,
): { ok: true } | { ok: false; reason: string } {
  if (release.contract !== CONTRACT_VERSION) {
    return { ok: false, reason: `contract ${release.contract} is not ${CONTRACT_VERSION}` };
  }
  for (const [name, range] of Object.entries(release.shares)) {
    const version = lent[name];
    if (version === undefined) return { ok: false, reason: `the shell does not lend ${name}` };
    if (!satisfiesCaret(version, range))
      return { ok: false, reason: `${name} ${version} does not satisfy ${range}` };
  }
  return { ok: true };
}
