import * as z from 'zod/mini';

/** 'retro': a lower-case word, also a folder and part of an address. */
const NAME = /^[a-z][a-z0-9-]{0,30}$/;
/** '0.1.0-1f3e0825545c': the package's version and the first twelve hex digits of the content's hash. */
const VERSION = /^\d+\.\d+\.\d+-[0-9a-f]{12}$/;
/** A file inside a release: no way out of the folder, nothing that HTML or a shell would read otherwise. */
const FILE = /^(?!.*\.\.)[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*$/;
/** 'planner.aside': the remote that offers it, and its own word for the place. */
const SLOT = /^[a-z][a-z0-9-]{0,30}\.[a-z][a-z0-9-]{0,30}$/;
/** A path of the site. */
const PATH = /^\/([\w-]+(\/[\w-]+)*)?$/;
/** The path of a page: `checkPages` says what of it may be had. */
const PAGE_PATH = /^\/([\w-]+(\/([\w-]+|:[A-Za-z]\w*))*(\/\*)?)?$/;
const INTEGRITY = /^sha256-[A-Za-z0-9+/]{43}=$/;

/** A line of the `.pub` file of an Ed25519 key. */
const PUBLIC_KEY = /^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[\w+/]{43}( .*)?$/;

const path = z.string().check(z.regex(PATH));
export { path as pathSchema };
const pagePath = z.string().check(z.regex(PAGE_PATH));
export { pagePath as pagePathSchema };
const file = z.string().check(z.regex(FILE));
/** Of what a person says of a move, and of a description: characters. */
export const LONGEST_MESSAGE = 300;
const text = z.string().check(z.minLength(1), z.maxLength(LONGEST_MESSAGE));
export { text as descriptionSchema };
const instant = z.iso.datetime();
const count = z.int().check(z.nonnegative());
export const slotSchema = z.string().check(z.regex(SLOT));
export const nameSchema = z.string().check(z.regex(NAME));
export const versionSchema = z.string().check(z.regex(VERSION));

const pageClaimSchema = z.object({
  path: pagePath,
  access: z.enum(['public', 'signed-in', 'signed-out']),
  signIn: z.optional(path),
  signedIn: z.optional(path),
  sky: z.optional(z.enum(['night', 'system', 'none'])),
  /** Records from before contract 2 say none: the code of those releases brings it. */
  title: z.optional(text),
});

/** Lines that a remote adds to the ways on from pages of people with a session. */
const navigationSchema = z.optional(
  z.array(z.object({ path, label: z.string().check(z.minLength(1), z.maxLength(30)) })).check(z.maxLength(5)),
);

/** What a page says of itself; everything else that an app does with it follows from this. */
const pageSchema = z.extend(pageClaimSchema, {
  title: text,
  /** A public page: what it is about, for search engines and for links that are shared. */
  description: z.optional(text),
  /** Left out of indexes, though it is public (rule hidden-page). */
  isUnlisted: z.optional(z.boolean()),
});

/** Where others may put something on the pages of a remote, and what it puts on those of others (decision 042). */
const slotsShape = {
  offers: z.optional(z.array(slotSchema)),
  fills: z.optional(z.array(z.object({ slot: slotSchema, title: text }))),
};

/** `remotes/<name>/remote.json` and `shell/shell.json`: what a team declares about its part of the site. */
export const remoteDeclarationSchema = z.object({
  name: nameSchema,
  title: text,
  /** Of its development server. */
  port: z.int().check(z.positive()),
  /** Who makes the container of a remote's releases (decision 003); 'lean' where nothing is said. */
  container: z.optional(z.enum(['lean', 'federation-plugin', 'enhanced'])),
  /** What our own builds note by themselves, of a build by a tool that knows nothing of it (decision 039). */
  contract: z.optional(count),
  /** The names that it takes from the platform. */
  uses: z.optional(z.array(text)),
  pages: z.array(pageSchema).check(z.minLength(1)),
  navigation: navigationSchema,
  ...slotsShape,
  /** Bytes of all its code and styles after gzip. */
  budget: z.object({ gzip: count }),
});
export type RemoteDeclaration = z.infer<typeof remoteDeclarationSchema>;

/** What a record keeps of declared pages: their claims and titles, without what their HTML alone has. */
export const claimsOf = (pages: RemoteDeclaration['pages']): ReleaseRecord['pages'] =>
  z.array(pageClaimSchema).parse(pages);

/** What a shell's record calls the files that pages of others need of it. No path begins like that. */
export const NEEDS = {
  remote: 'need:remote',
  session: 'need:session',
  /** The federation runtime: a page whose remote has the federation plugin's container. */
  runtime: 'need:federation-runtime',
} as const;
/** The same in the records of older shells. */
export const OLDER_NEEDS: Readonly<Record<string, string>> = {
  [NEEDS.remote]: 'a page of a remote',
  [NEEDS.session]: 'the backend',
} as const;

/** In the order in which a record is written, and signed. */
const originShape = {
  /** The commit it was built from, with '+changes' when the tree had others; null outside of git. */
  commit: z.nullable(text),
  /** The branch and the CI's run, where there was one. */
  branch: z.optional(text),
  run: z.optional(text),
  /** The SHA-256 of the sources it was built from; not of a build that was already there. */
  source: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  builtAt: instant,
};
/** Where a release comes from, as the machine that built it says. */
export const originSchema = z.object(originShape);

/** `release.json`: what a release says of itself. Written once, never changed. */
export const releaseRecordSchema = z.object({
  name: nameSchema,
  version: versionSchema,
  ...originShape,
  /** A remote: the contract that it keeps. A shell: the newest of those that it keeps. */
  contract: count,
  /** A shell: all that it keeps, oldest first; one from before keeps `contract` alone. */
  contracts: z.optional(z.array(count).check(z.minLength(1))),
  /** A remote: what built its container. A shell: whose containers it can run, with spaces between. */
  plugin: text,
  /** A remote: what it needs, specifier → range. A shell: what it shares, specifier → version. */
  shares: z.record(text, text),
  /** A remote: the names it takes from the platform. A shell: the names its platform has. */
  uses: z.array(text),
  /** A remote: its build brings no report of the platform, so that the names alone are compared (decision 039). */
  isUntyped: z.optional(z.boolean()),
  title: text,
  pages: z.array(pageClaimSchema),
  navigation: navigationSchema,
  ...slotsShape,
  budget: z.object({ gzip: count }),
  entry: file,
  styles: z.array(file),
  preload: z.array(file),
  /** By path: what a page needs besides; of a shell also what others need of it (`NEEDS`). */
  chunks: z.optional(z.record(text, z.array(file))),
  /** A remote: what makes its tables, the oldest first; their hashes are among `files`. */
  migrations: z.optional(z.array(file)),
  /** Every file of the release but this one. */
  files: z.record(
    file,
    z.object({ bytes: count, gzip: count, integrity: z.string().check(z.regex(INTEGRITY)) }),
  ),
});
export type ReleaseRecord = z.infer<typeof releaseRecordSchema>;

const liveSchema = z.object({
  version: versionSchema,
  since: instant,
  /** What the person who released it said about it. */
  message: z.optional(text),
});

/** `pointer.json`: which release of a folder is live, which were before, which is being tried. */
export const pointerSchema = z.object({
  live: z.nullable(liveSchema),
  /** Newest first. `withdrawn`: someone rolled back from it, so no one falls back on it. */
  history: z.array(
    z.object({
      version: versionSchema,
      since: instant,
      until: instant,
      withdrawn: z.boolean(),
      message: z.optional(text),
    }),
  ),
  canary: z.nullable(
    z.object({
      version: versionSchema,
      percent: z.number().check(z.positive(), z.lte(100)),
      since: instant,
      message: z.optional(text),
    }),
  ),
  /** The last canary that halted itself, until the next one starts. */
  halted: z.nullable(z.object({ version: versionSchema, at: instant, reason: text })),
  disabled: z.nullable(z.object({ reason: text, since: instant })),
  /** What the judge found of a version that was live: it fails on more devices than chance explains. */
  failing: z.optional(z.object({ version: versionSchema, at: instant, reason: text })),
});
export type Pointer = z.infer<typeof pointerSchema>;

/** The pointer of a folder in which nothing was released yet. */
export const EMPTY_POINTER: Pointer = { live: null, history: [], canary: null, halted: null, disabled: null };

/** `site.json`: what the operator of a site decides. */
const isOrigin = z.refine<string>((text) => URL.canParse(text) && new URL(text).origin === text, {
  message: 'Write scheme, host and port alone: http://127.0.0.1:5174',
});
const publicKey = z
  .string()
  .check(z.regex(PUBLIC_KEY, "Write a key as in its .pub file: 'ssh-ed25519 AAAA… name'"));
const webAddress = z.url({ protocol: /^https?$/ });
export const siteSchema = z.object({
  overrideOrigins: z._default(z.array(webAddress.check(isOrigin)), []),
  /** The address that people open. */
  url: z.optional(webAddress.check(isOrigin)),
  /** The backend, where no server of ours fills it in: the address of a project, or '/' for the site's own. */
  supabase: z.optional(z.object({ url: z.union([z.literal('/'), webAddress]), publishableKey: text })),
  /** Where pages report what becomes of remotes: an address, or a path of this site. */
  eventsUrl: z.optional(z.union([webAddress, path])),
  /** Where our server answers calendar feeds: an address, or a path of this site. */
  calendarUrl: z.optional(z.union([webAddress, path])),
  /** A live release that fails too often is taken back by the judge. */
  autoRollback: z._default(z.boolean(), false),
  /** false: pages register no service worker, and those that are out there take themselves away. */
  serviceWorker: z._default(z.boolean(), true),
  /** By remote, or 'shell': the keys of which one must have signed what goes live, as lines of `.pub` files. */
  keys: z.optional(z.record(nameSchema, z.array(publicKey).check(z.minLength(1)))),
});
export type SiteConfiguration = z.infer<typeof siteSchema>;
