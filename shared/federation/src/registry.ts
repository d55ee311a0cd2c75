import { isRemoteName, withoutPrototype } from './names.ts';

/** Who may stay on a page: everyone, only signed-in users, or only signed-out visitors (rule session-guard). */
export type PageAccess = 'public' | 'signed-in' | 'signed-out';

/**
 * A page's background. 'night': whatever the system's colour scheme; 'system': night or dawn, by that scheme; 'none': the
 * page has its own look, without the starfield and the corner of the site (rule sky-and-motion).
 */
export type Sky = 'night' | 'system' | 'none';

/** A page that a remote claims: its path, and who may see it (rule session-guard). As in `remotes/<name>/remote.json`. */
export interface PageClaim {
  path: string;
  access: PageAccess;
  /** On a 'signed-in' page: where signed-out visitors are redirected. */
  signIn?: string | undefined;
  /** On a 'signed-out' page: where signed-in users are redirected. */
  signedIn?: string | undefined;
  /** 'system' by default. */
  sky?: Sky | undefined;
  /** The page's title; in the registry for remotes from contract 2 on, whose code does not have it. */
  title?: string | undefined;
}

/** An entry that a remote adds to the navigation on the pages of signed-in users. */
export interface NavigationEntry {
  /** A page of the remote itself. */
  path: string;
  label: string;
}

/** A style sheet with the hash that the browser checks it against. */
export interface Style {
  href: string;
  integrity: string;
}

/** One immutable built version of a remote, as the browser needs it. Addresses are absolute paths on the site's origin. */
export interface Release {
  version: string;
  entry: string;
  /** The style sheet of the remote: fetched in parallel with the entry instead of after it. */
  styles: Style[];
  /** Chunks of the exposed module. */
  preload: string[];
  /** By path: the further files that a page needs. */
  chunks?: Record<string, string[]>;
  contract: number;
  /** What built its container: a version of @module-federation/vite, or of our own. */
  plugin: string;
  /** The shares that it needs from the shell: import specifier → range. */
  shares: Record<string, string>;
  /** The names that it imports from @space/platform. */
  uses: string[];
  /** Its code and styles, kilobytes of 1,000 bytes after gzip. */
  kilobytes: number;
}

/** A remote's live, previous and canary releases. */
export interface RemoteState {
  /** What people call it in a sentence: 'the planner'. */
  title: string;
  pages: PageClaim[];
  /** Read only from the page's HTML, which `derive` has written. */
  navigation?: NavigationEntry[] | undefined;
  live: Release;
  /** The version that worked before the live one, if there is one. */
  previous: Release | null;
  /** A version that is tried on a share of devices: those whose bucket is below `percent`. */
  canary: { release: Release; percent: number } | null;
  /** Why the remote is switched off, for people to read; null when it is not. */
  disabled: string | null;
}

/** Which release of which remote is live. Derived from the pointers in the store; embedded in the page's HTML. */
export interface Registry {
  /** The version of the shell that this page was made from. */
  shell: string;
  remotes: Record<string, RemoteState>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isListOf = <T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(isOne);

const ACCESS: readonly unknown[] = ['public', 'signed-in', 'signed-out'] satisfies PageAccess[];
const SKIES: readonly unknown[] = ['night', 'system', 'none', undefined] satisfies (Sky | undefined)[];

/** Whether a value is a page that a remote claims, in full. */
export function isPageClaim(value: unknown): value is PageClaim {
  return (
    isRecord(value) &&
    isText(value['path']) &&
    ACCESS.includes(value['access']) &&
    SKIES.includes(value['sky']) &&
    (value['title'] === undefined || isText(value['title']))
  );
}

function isStyle(value: unknown): value is Style {
  return isRecord(value) && isText(value['href']) && isText(value['integrity']);
}

function isRelease(value: unknown): value is Release {
  return (
    isRecord(value) &&
    isText(value['version']) &&
    isText(value['entry']) &&
    isListOf(value['styles'], isStyle) &&
    isListOf(value['preload'], isText) &&
    (value['chunks'] === undefined ||
      (isRecord(value['chunks']) &&
        Object.values(value['chunks']).every((files) => isListOf(files, isText)))) &&
    isNumber(value['contract']) &&
    isText(value['plugin']) &&
    isRecord(value['shares']) &&
    Object.values(value['shares']).every(isText) &&
    isListOf(value['uses'], isText) &&
    isNumber(value['kilobytes'])
  );
}

function isRemoteState(value: unknown): value is RemoteState {
  if (!isRecord(value)) return false;
  const { canary, previous, disabled } = value;
  return (
    isText(value['title']) &&
    isListOf(value['pages'], isPageClaim) &&
    isRelease(value['live']) &&
    (previous === null || isRelease(previous)) &&
    (canary === null || (isRecord(canary) && isRelease(canary['release']) && isNumber(canary['percent']))) &&
    (disabled === null || isText(disabled))
  );
}

/**
 * Validates a registry from the network. Written by hand: a schema library would be part of the shell's first load.
 *
 * Returns the registry; throws `TypeError` if the value is not one. A single malformed remote is left out, so that it harms
 * only itself.
 */
export function parseRegistry(value: unknown): Registry {
  if (!isRecord(value) || !isRecord(value['remotes']))
    throw new TypeError('This is not a registry of remotes');
  const { shell } = value;
  return {
    shell: isText(shell) ? shell : 'unknown',
    remotes: withoutPrototype(
      Object.fromEntries(
        Object.entries(value['remotes']).filter(
          (entry): entry is [string, RemoteState] => isRemoteName(entry[0]) && isRemoteState(entry[1]),
        ),
      ),
    ),
  };
}
