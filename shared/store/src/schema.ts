import { INTEGRITY, isRemoteName, withoutPrototype } from '@space/federation';
import * as z from 'zod/mini';

/** '0.1.0-1f3e0825545c': the package's version and the first twelve hex digits of the content's hash. */
const VERSION = /^\d+\.\d+\.\d+-[0-9a-f]{12}$/;
/** A file inside a release: no '..', and no characters with a meaning in HTML or in a command line. */
const FILE = /^(?!.*\.\.)[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*$/;
const PATH = /^\/([\w-]+(\/[\w-]+)*)?$/;
/** The path of a page; `checkPages` decides whether an app may have it. */
const PAGE_PATH = /^\/([\w-]+(\/([\w-]+|:[A-Za-z]\w*))*(\/\*)?)?$/;

/** A map with keys from outside. */
export const mapOf = <Value>(key: z.ZodMiniType<string, string>, value: z.ZodMiniType<Value>) =>
  z.pipe(z.record(key, value), z.transform(withoutPrototype<Value>));

export const pathSchema = z.string().check(z.regex(PATH));
export const pagePathSchema = z.string().check(z.regex(PAGE_PATH));
const file = z.string().check(z.regex(FILE));
/** The longest message of a person who moves a pointer, and the longest description, in characters. */
export const MAX_MESSAGE_LENGTH = 300;
const text = z.string().check(z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH));
export { text as textSchema };
const instant = z.iso.datetime();
const count = z.int().check(z.nonnegative());
export const nameSchema = z.string().check(z.refine(isRemoteName, 'this is not the name of a remote'));
export const versionSchema = z.string().check(z.regex(VERSION));

const pageClaimSchema = z.object({
  path: pagePathSchema,
  access: z.enum(['public', 'signed-in', 'signed-out']),
  signIn: z.optional(pathSchema),
  signedIn: z.optional(pathSchema),
  sky: z.optional(z.enum(['night', 'system', 'none'])),
  title: z.optional(text),
});

const navigationSchema = z.optional(
  z
    .array(z.object({ path: pathSchema, label: z.string().check(z.minLength(1), z.maxLength(30)) }))
    .check(z.maxLength(5)),
);

/** A page's declaration; everything else that an app does with the page follows from it. */
const pageSchema = z.extend(pageClaimSchema, {
  title: text,
  /** For a public page: its description for search engines and shared links. */
  description: z.optional(text),
  /** Excluded from indexes, although public. */
  isUnlisted: z.optional(z.boolean()),
});

/** `remotes/<name>/remote.json` and `shell/shell.json`: what a team declares about its part of the site. */
export const remoteDeclarationSchema = z.object({
  name: nameSchema,
  title: text,
  port: z.int().check(z.positive()),
  pages: z.array(pageSchema).check(z.minLength(1)),
  navigation: navigationSchema,
  /** Bytes of all its code and styles after gzip. */
  budget: z.object({ gzip: count }),
});
export type RemoteDeclaration = z.infer<typeof remoteDeclarationSchema>;

/** Reduces declared pages to what a record contains: their claims and titles, without the fields for HTML. */
export const claimsOf = (pages: RemoteDeclaration['pages']): ReleaseRecord['pages'] =>
  z.array(pageClaimSchema).parse(pages);

/** Keys in a shell's record for the files that remotes' pages need. No path begins like these. */
export const NEEDS = { remote: 'need:remote', session: 'need:session' } as const;

/** Where a release comes from, according to the machine that built it. */
const originShape = {
  /** The commit it was built from, with '+changes' if there were uncommitted ones; null outside git. */
  commit: z.nullable(text),
  /** The SHA-256 of the sources it was built from; absent if an existing build was released. */
  source: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  builtAt: instant,
};
export const originSchema = z.object(originShape);

/** `release.json`: the record of a release. Written once, never changed. */
export const releaseRecordSchema = z.object({
  name: nameSchema,
  version: versionSchema,
  ...originShape,
  /** The contract that it keeps: a remote of another one does not run in a shell. */
  contract: count,
  /** For a remote: what it needs, specifier → range. For a shell: what it shares, specifier → version. */
  shares: mapOf(text, text),
  /** For a remote: the names it imports from the platform. For a shell: the names its platform has. */
  uses: z.array(text),
  title: text,
  pages: z.array(pageClaimSchema),
  navigation: navigationSchema,
  budget: z.object({ gzip: count }),
  entry: file,
  styles: z.array(file),
  preload: z.array(file),
  /** By path: the further files that a page needs; for a shell also those that remotes need (`NEEDS`). */
  chunks: z.optional(mapOf(text, z.array(file))),
  /** Every file of the release except `release.json`. */
  files: mapOf(
    file,
    z.object({ bytes: count, gzip: count, integrity: z.string().check(z.regex(INTEGRITY)) }),
  ),
});
export type ReleaseRecord = z.infer<typeof releaseRecordSchema>;

const liveSchema = z.object({
  version: versionSchema,
  since: instant,
});

/** A line of the history: who moved the pointer, when, between which versions, and why. */
const moveSchema = z.object({
  at: instant,
  who: z.string(),
  /** 'release', 'stage', 'promote', 'rollback', 'canary', 'halt', 'kill' or 'revive'. */
  what: z.string(),
  from: z.nullable(versionSchema),
  to: z.nullable(versionSchema),
  percent: z.optional(z.number()),
  /** The commit of the version that it is about: `to`, or else `from`. */
  commit: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type Move = z.infer<typeof moveSchema>;

/** `pointer.json`: which release of a folder is live, which ones were before, which one is the canary, and who moved it. */
export const pointerSchema = z.object({
  live: z.nullable(liveSchema),
  /** Newest first. `withdrawn`: it was rolled back, so it is never a fallback. */
  history: z.array(z.extend(liveSchema, { until: instant, withdrawn: z.boolean() })),
  canary: z.nullable(z.extend(liveSchema, { percent: z.number().check(z.positive(), z.lte(100)) })),
  /** Releases that passed the gate and wait to be tried and promoted, newest first. */
  staged: z._default(z.array(liveSchema), []),
  /** The last canary that was halted automatically, until the next one starts. */
  halted: z.nullable(z.object({ version: versionSchema, at: instant, reason: text })),
  disabled: z.nullable(z.object({ reason: text, since: instant })),
  moves: z._default(z.array(moveSchema), []),
});
export type Pointer = z.infer<typeof pointerSchema>;

/** The pointer of a folder in which nothing was released yet. */
export const EMPTY_POINTER: Pointer = {
  ...{ live: null, canary: null, halted: null, disabled: null },
  ...{ history: [], staged: [], moves: [] },
};

/** `site.json`: the operator's configuration of a site. */
const isOrigin = z.refine<string>((text) => URL.canParse(text) && new URL(text).origin === text, {
  message: 'Write scheme, host and port alone: http://127.0.0.1:5174',
});
const webAddress = z.url({ protocol: /^https?$/ });
export const siteSchema = z.object({
  url: z.optional(webAddress.check(isOrigin)),
  /** The Supabase project, if no server of ours fills it in. */
  supabase: z.optional(z.object({ url: webAddress, publishableKey: text })),
  /** Where exported pages report the outcomes of loading remotes. */
  eventsUrl: z.optional(webAddress),
  /** Where our server serves calendar feeds to exported pages. */
  calendarUrl: z.optional(webAddress),
  /** false: pages register no service worker, and installed ones unregister themselves. */
  serviceWorker: z._default(z.boolean(), true),
});
export type SiteConfiguration = z.infer<typeof siteSchema>;
