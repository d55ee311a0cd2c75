// What the store, a page's HTML and the shell agree on.

/** The query of an entry's address for each retry: browsers remember a failed import by its address. */
export const RETRY_QUERIES = ['?again=1', '?again=2'] as const;

/** The id of the element that holds the registry in a page's HTML. */
export const REGISTRY_ELEMENT = 'registry';

/** The placeholders for a remote's part in the HTML around a page, which is rendered when the shell is released. */
export const PLACEHOLDERS = { page: '%PAGE%', remote: '%REMOTE%', version: '%VERSION%' } as const;

/** The file of a build with what the release's record needs to know of it. Browsers never request it. */
export const NOTES_FILE = 'build.json';

/**
 * The file of a build with the third-party code in its chunks and the licences, from Vite (`build.license`); the site joins
 * all of them in its own `licences.txt`. Code that is built apart has its own file, whose name ends like this.
 */
export const LICENCES = 'licences.txt';

/** A hash as in `integrity` attributes. A browser ignores one of another form, and then checks nothing. */
export const INTEGRITY = /^sha256-[A-Za-z0-9+/]{43}=$/;

const NAME = /^[a-z][a-z0-9-]{0,30}$/;

/**
 * Whether a text can be the name of a remote: a lower-case word, but not `constructor`, which every object has: code of others
 * uses names as keys of plain objects.
 */
export const isRemoteName = (text: string): boolean => NAME.test(text) && !(text in {});

/** Copies an object that is a map with keys from outside: in the copy, `constructor` and the like are not found. */
export const withoutPrototype = <Value>(map: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, map);

/** Who may stay on a page: everyone, only signed-in users, or only signed-out visitors. */
export type PageAccess = 'public' | 'signed-in' | 'signed-out';

/**
 * A page's background. 'night': whatever the system's colour scheme; 'system': night or dawn, by that scheme; 'none': the
 * page has its own look, without the starfield and the corner of the site.
 */
export type Sky = 'night' | 'system' | 'none';

/** A page that a remote claims: its path, and who may see it. As in `remotes/<name>/remote.json`. */
export interface PageClaim {
  path: string;
  access: PageAccess;
  /** On a 'signed-in' page: where signed-out visitors are redirected. */
  signIn?: string | undefined;
  /** On a 'signed-out' page: where signed-in users are redirected. */
  signedIn?: string | undefined;
  /** 'system' by default. */
  sky?: Sky | undefined;
  /** The page's title: the code of a remote does not have it. */
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

/** Whether a value is an object with named fields, and no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isListOf = <T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(isOne);

const ACCESS: readonly unknown[] = ['public', 'signed-in', 'signed-out'] satisfies PageAccess[];
const SKIES: readonly unknown[] = ['night', 'system', 'none', undefined] satisfies (Sky | undefined)[];

/** Whether a value is a page that a remote claims, in full. */
const isPageClaim = (value: unknown): value is PageClaim =>
  isRecord(value) &&
  isText(value['path']) &&
  ACCESS.includes(value['access']) &&
  SKIES.includes(value['sky']) &&
  (value['title'] === undefined || isText(value['title']));

const isStyle = (value: unknown): value is Style =>
  isRecord(value) && isText(value['href']) && isText(value['integrity']);

const isRelease = (value: unknown): value is Release =>
  isRecord(value) &&
  isText(value['version']) &&
  isText(value['entry']) &&
  isListOf(value['styles'], isStyle) &&
  isListOf(value['preload'], isText) &&
  Object.values(Object(value['chunks'])).every((files) => isListOf(files, isText)) &&
  Number.isFinite(value['contract']) &&
  isRecord(value['shares']) &&
  isListOf(value['uses'], isText);

const isCanary = (value: unknown) =>
  isRecord(value) && isRelease(value['release']) && Number.isFinite(value['percent']);

const isRemoteState = (value: unknown): value is RemoteState =>
  isRecord(value) &&
  isText(value['title']) &&
  isListOf(value['pages'], isPageClaim) &&
  isRelease(value['live']) &&
  (value['previous'] === null || isRelease(value['previous'])) &&
  (value['canary'] === null || isCanary(value['canary'])) &&
  (value['disabled'] === null || isText(value['disabled']));

/**
 * Validates a registry from the network, by hand: a schema library would be part of the shell's first load. Throws
 * `TypeError` if the value is not one; a single malformed remote is left out.
 */
export function parseRegistry(value: unknown): Registry {
  if (!isRecord(value) || !isRecord(value['remotes']))
    throw new TypeError('This is not a registry of remotes');
  const remotes = Object.entries(value['remotes']).filter(
    (entry): entry is [string, RemoteState] => isRemoteName(entry[0]) && isRemoteState(entry[1]),
  );
  const { shell } = value;
  return {
    shell: isText(shell) ? shell : 'unknown',
    remotes: withoutPrototype(Object.fromEntries(remotes)),
  };
}
