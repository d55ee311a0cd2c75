import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MAX_MESSAGE_LENGTH, actorOf, nameSchema, storeError } from '@space/store';
import { IS_SITE, SITE } from '../places.ts';

/** The options of all commands; each command lists those that it takes besides `--json`, `--store` and `--actor`. */
const OPTIONS = {
  json: { type: 'boolean' },
  store: { type: 'string' },
  actor: { type: 'string' },
  from: { type: 'string' },
  built: { type: 'boolean' },
  message: { type: 'string' },
  /** Change the percentage of the running canary instead of starting another. */
  same: { type: 'boolean' },
  site: { type: 'string' },
  token: { type: 'string' },
  /** Only for the server: the folder is an archive that it unpacked; the token may only end a canary. */
  uploaded: { type: 'boolean' },
  'canary-only': { type: 'boolean' },
} as const;

export type Call = ReturnType<typeof readCall>;

export interface Usage {
  usage: string;
  args: readonly [min: number, max: number];
  options: readonly (keyof typeof OPTIONS)[];
}

/** The result of a command: lines for people, data for `--json`. */
export interface Outcome {
  lines: string[];
  data: Record<string, unknown>;
  /** The lines are a report, and go to standard output even if they describe a problem. */
  isReport?: true;
  /** False if the command succeeded only in part; the lines then say what is missing. */
  isDone: boolean;
}

/** The usage line for this repository: in a remote's own repository the command is `space`, without the name. */
const localUsage = (usage: string) =>
  IS_SITE
    ? usage
    : usage.replace(/^npm run (?:store -- )?(\w+)(?: --)?/, 'space $1').replace(/ (<name>|\[name\])/, '');

/** A site that accepts releases, without a trailing slash, and the team's token. */
export type SiteAccess = ReturnType<typeof readAccess>;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Checks the address of a site; returns it without a trailing slash. Throws an Error if it is invalid. */
export function siteAddress(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(`--site is the address that people open, as in https://planner.example, not ${site}.`);
  return url.origin;
}

/** Checks an address and a token before anything is sent. Throws an Error, whose message never contains the token. */
function readAccess(site: string, token = '') {
  const url = new URL(siteAddress(site));
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error(`The token would be sent to ${site} unencrypted: use https://.`);
  if (token.trim() === '')
    throw new Error('Set SPACE_TOKEN to the token that the operator gave you (or use --token).');
  if (!/^[\w-]+$/.test(token.trim())) throw new Error('SPACE_TOKEN is not a token (space_…).');
  return { site: url.origin, token: token.trim() };
}

/** Parses the arguments of a command. Throws StoreError when they are invalid. */
export function readCall(
  { usage, args: [min, max], options }: Usage,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
) {
  const allowed: readonly string[] = ['json', 'store', 'actor', ...options];
  const known = Object.fromEntries(Object.entries(OPTIONS).filter(([name]) => allowed.includes(name)));
  let parsed: ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>;
  try {
    // Options of other commands are unknown, and refused. The cast is safe: the rest are a subset of OPTIONS.
    parsed = parseArgs({ args: [...args], options: known as typeof OPTIONS, allowPositionals: true });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw storeError(`${sentence}. Usage: ${localUsage(usage)}`, error);
  }
  const { values, positionals } = parsed;
  const { site, token = environment['SPACE_TOKEN'], from, message = '' } = values;
  if (positionals.length < min || positionals.length > max) throw storeError(`Usage: ${localUsage(usage)}`);
  if (message.length > MAX_MESSAGE_LENGTH)
    throw storeError(`The message may have at most ${MAX_MESSAGE_LENGTH} characters.`);
  // The folder in which the person typed `npm run`: npm itself changes to the repository's folder.
  const cwd = environment['INIT_CWD'] ?? process.cwd();
  const store = values.store ?? (environment['STORE_DIR'] || SITE);
  if (/^[a-z][a-z+.-]+:\/\//i.test(store))
    throw storeError(`A store is a folder of this machine, not an address like ${store}.`);
  if (site !== undefined && (values.store ?? values.actor) !== undefined)
    throw storeError(
      '--site cannot be used with --store or --actor: the site has its own store, and the token says who acts.',
    );
  return {
    args: positionals,
    store: resolve(cwd, store),
    isJson: values.json ?? false,
    /** The person or token that acts, for the history. */
    who: values.actor?.trim().slice(0, MAX_MESSAGE_LENGTH) || actorOf(environment),
    from: from === undefined ? undefined : resolve(cwd, from),
    isBuilt: values.built ?? false,
    message: message.trim() || undefined,
    isSame: values.same ?? false,
    isUploaded: values.uploaded ?? false,
    isCanaryOnly: values['canary-only'] ?? false,
    /** The folder in which the command was typed. */
    cwd,
    environment,
    /** The site that runs the command; null: it runs on this machine. */
    site: site === undefined ? null : readAccess(site, token),
  };
}

/** The first argument: the name of the shell or of a remote. Throws StoreError if it is not a valid name. */
export function nameIn({ args: [name = ''] }: Pick<Call, 'args'>): string {
  if (!nameSchema.safeParse(name).success) throw storeError(`'${name}' is not the name of a remote.`);
  return name;
}

/** '10%', '10' or '0.5%' → 10, 10, 0.5. Throws StoreError for anything else; the range is checked elsewhere. */
export function percentIn(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%?$/.exec(text) ?? [];
  if (digits === undefined) throw storeError(`'${text}' is not a percentage like 10%.`);
  return Number(digits);
}
