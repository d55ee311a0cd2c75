import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MAX_MESSAGE_LENGTH, actorOf, nameSchema, storeError } from '@space/store';
import { readAccess, type SiteAccess } from '../client/siteClient.ts';
import { IS_SITE, SITE } from '../places.ts';

/** The options of all commands; each command lists those that it takes besides `--json`, `--store` and `--actor`. */
const OPTIONS = {
  json: { type: 'boolean' },
  store: { type: 'string' },
  actor: { type: 'string' },
  from: { type: 'string' },
  built: { type: 'boolean' },
  message: { type: 'string' },
  same: { type: 'boolean' },
  site: { type: 'string' },
  token: { type: 'string' },
  /** Only for the server: the folder is an archive that it unpacked. */
  uploaded: { type: 'boolean' },
} as const;

/** The parsed positional arguments and options of a command. */
export interface Call {
  args: readonly string[];
  /** The store's folder, absolute. */
  store: string;
  isJson: boolean;
  /** The person or token that acts, for the history. */
  who: string;
  from: string | undefined;
  isBuilt: boolean;
  message: string | undefined;
  /** `--same`: change the percentage of the running canary instead of starting another. */
  isSame: boolean;
  isUploaded: boolean;
  /** The folder in which the command was typed; relative paths start there. */
  cwd: string;
  environment: NodeJS.ProcessEnv;
  /** The site that runs the command; null: it runs on this machine. */
  site: SiteAccess | null;
}

/** The syntax of a command: its usage line, the number of positional arguments, and its options. */
export interface Usage {
  usage: string;
  args: readonly [min: number, max: number];
  options?: readonly (keyof typeof OPTIONS)[];
}

/** The usage line for this repository: in a remote's own repository the command is `space`, without the name. */
const localUsage = (usage: string) =>
  IS_SITE
    ? usage
    : usage.replace(/^npm run (?:store -- )?(\w+)(?: --)?/, 'space $1').replace(/ (<name>|\[name\])/, '');

/** The folder in which the user typed `npm run`: npm itself changes to the repository's folder. */
export const callerFolder = (environment: NodeJS.ProcessEnv) => environment['INIT_CWD'] ?? process.cwd();

/**
 * Parses the arguments of a command. Takes its syntax, the arguments and the environment (`STORE_DIR` is the store unless
 * `--store` names one); throws StoreError when they are invalid.
 */
export function readCall(
  { usage, args: [min, max], options = [] }: Usage,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Call {
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
  if (positionals.length < min || positionals.length > max) throw storeError(`Usage: ${localUsage(usage)}`);
  if ((values.message?.length ?? 0) > MAX_MESSAGE_LENGTH)
    throw storeError(`The message may have at most ${MAX_MESSAGE_LENGTH} characters.`);
  const cwd = callerFolder(environment);
  const store = values.store ?? (environment['STORE_DIR'] || SITE);
  if (/^[a-z][a-z+.-]+:\/\//i.test(store))
    throw storeError(`A store is a folder of this machine, not an address like ${store}.`);
  if (values.site !== undefined && (values.store ?? values.actor) !== undefined)
    throw storeError(
      '--site cannot be used with --store or --actor: the site has its own store, and the token says who acts.',
    );
  return {
    args: positionals,
    store: resolve(cwd, store),
    isJson: values.json ?? false,
    who: values.actor?.trim().slice(0, MAX_MESSAGE_LENGTH) || actorOf(environment),
    from: values.from === undefined ? undefined : resolve(cwd, values.from),
    isBuilt: values.built ?? false,
    message: values.message || undefined,
    isSame: values.same ?? false,
    isUploaded: values.uploaded ?? false,
    cwd,
    environment,
    site:
      values.site === undefined ? null : readAccess(values.site, values.token ?? environment['SPACE_TOKEN']),
  };
}

/** The first argument: the name of the shell or of a remote. Throws StoreError if it is not a valid name. */
export function nameIn({ args: [name = ''] }: Call): string {
  if (!nameSchema.safeParse(name).success) throw storeError(`'${name}' is not the name of a remote.`);
  return name;
}

/** The arguments after the name: why a remote is switched off. Throws StoreError if the reason is empty or too long. */
export function reasonIn({ args: [, ...words] }: Call): string {
  const reason = words.join(' ').trim();
  if (reason === '' || reason.length > MAX_MESSAGE_LENGTH)
    throw storeError(`Visitors read the reason: give one of at most ${MAX_MESSAGE_LENGTH} characters.`);
  return reason;
}

/** '10%', '10' or '0.5%' → 10, 10, 0.5. Throws StoreError for anything else; the range is checked elsewhere. */
export function percentIn(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%?$/.exec(text) ?? [];
  if (digits === undefined) throw storeError(`'${text}' is not a percentage like 10%.`);
  return Number(digits);
}
