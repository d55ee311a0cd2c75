import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LONGEST_MESSAGE, actorOf, nameSchema, storeError } from '@space/store';
import { readAccess, type SiteAccess } from '../client/siteClient.ts';
import { IS_SITE, SITE } from '../places.ts';

/** The options of all commands; each command says which of its own it takes besides `--json`, `--store` and `--actor`. */
const OPTIONS = {
  json: { type: 'boolean' },
  store: { type: 'string' },
  actor: { type: 'string' },
  from: { type: 'string' },
  built: { type: 'boolean' },
  message: { type: 'string' },
  watch: { type: 'boolean' },
  same: { type: 'boolean' },
  label: { type: 'string' },
  days: { type: 'string' },
  end: { type: 'boolean' },
  without: { type: 'string' },
  share: { type: 'string' },
  site: { type: 'string' },
  token: { type: 'string' },
  at: { type: 'string' },
  /** For the server alone, of an archive that it unpacked. */
  uploaded: { type: 'boolean' },
} as const;

/** What a command is told. */
export interface Call {
  words: readonly string[];
  /** The store's folder, absolute. */
  store: string;
  isJson: boolean;
  /** Who does it, for the log. */
  who: string;
  from: string | undefined;
  isBuilt: boolean;
  message: string | undefined;
  watches: boolean;
  /** The canary that is under way, and no other. */
  isSame: boolean;
  isUploaded: boolean;
  /** Of a preview. */
  label: string;
  days: number | undefined;
  /** The preview ends. */
  ends: boolean;
  /** What another shell would not have, and what it would share: lists with commas. */
  without: string | undefined;
  share: string | undefined;
  /** The address at which an export is checked. */
  at: string | undefined;
  /** Where the command was typed: relative folders are below it. */
  place: string;
  environment: NodeJS.ProcessEnv;
  /** The site that is asked to do it; null: it is done here. */
  site: SiteAccess | null;
}

/** What a command takes: how it is written, how many words, which options. */
export interface Usage {
  usage: string;
  words: readonly [least: number, most: number];
  options?: readonly (keyof typeof OPTIONS)[];
}

/** How a command is written where it is typed: in the repository of a remote it is `space`, which knows the name. */
const written = (usage: string) =>
  IS_SITE
    ? usage
    : usage.replace(/^npm run (?:store -- )?(\w+)(?: --)?/, 'space $1').replace(/ (<name>|\[name\])/, '');

/** Where a person is, who typed `npm run`: npm itself goes to the repository's folder. */
export const placeOf = (environment: NodeJS.ProcessEnv) => environment['INIT_CWD'] ?? process.cwd();

/**
 * Reads the words behind a command. Takes how the command is written, the words and the environment (`STORE_DIR` is the
 * store unless `--store` names one); throws StoreError when they do not make sense.
 */
export function readCall(
  { usage, words: [least, most], options = [] }: Usage,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Call {
  const allowed: readonly string[] = ['json', 'store', 'actor', ...options];
  const known = Object.fromEntries(Object.entries(OPTIONS).filter(([name]) => allowed.includes(name)));
  let parsed: ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>;
  try {
    // The options that a command does not take are unknown to it, and refused; those that it does are as typed.
    parsed = parseArgs({ args: [...args], options: known as typeof OPTIONS, allowPositionals: true });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw storeError(`${sentence}. It is written: ${written(usage)}`, error);
  }
  const { values, positionals } = parsed;
  if (positionals.length < least || positionals.length > most)
    throw storeError(`It is written: ${written(usage)}`);
  if ((values.message?.length ?? 0) > LONGEST_MESSAGE)
    throw storeError(`The message may have ${LONGEST_MESSAGE} characters.`);
  const place = placeOf(environment);
  const store = values.store ?? (environment['STORE_DIR'] || SITE);
  if (/^[a-z][a-z+.-]+:\/\//i.test(store))
    throw storeError(`A store is a folder of this machine, not an address like ${store}.`);
  if (values.site !== undefined && (values.store ?? values.actor) !== undefined)
    throw storeError('--site is asked in the place of a store, and says itself who acts: by the token.');
  return {
    words: positionals,
    store: resolve(place, store),
    isJson: values.json ?? false,
    who: values.actor?.trim().slice(0, LONGEST_MESSAGE) || actorOf(environment),
    from: values.from === undefined ? undefined : resolve(place, values.from),
    isBuilt: values.built ?? false,
    message: values.message || undefined,
    watches: values.watch ?? false,
    isSame: values.same ?? false,
    isUploaded: values.uploaded ?? false,
    label: values.label ?? '',
    days: values.days === undefined ? undefined : Number(values.days),
    ends: values.end ?? false,
    without: values.without,
    share: values.share,
    at: values.at,
    place,
    environment,
    site:
      values.site === undefined ? null : readAccess(values.site, values.token ?? environment['SPACE_TOKEN']),
  };
}

/** The first word of a call: the shell, or a remote. Throws StoreError when it could not be the name of either. */
export function nameIn({ words: [name = ''] }: Call): string {
  if (!nameSchema.safeParse(name).success) throw storeError(`'${name}' is not the name of a remote.`);
  return name;
}

/** The words behind the name: why a remote is switched off. Throws StoreError for none and for too many. */
export function reasonIn({ words: [, ...words] }: Call): string {
  const reason = words.join(' ').trim();
  if (reason === '' || reason.length > LONGEST_MESSAGE)
    throw storeError(`People read the reason: give one, of at most ${LONGEST_MESSAGE} characters.`);
  return reason;
}

/** '10%', '10' or '0.5%' → 10, 10, 0.5. Throws StoreError for anything else; the range is the pointer's business. */
export function percentIn(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%?$/.exec(text) ?? [];
  if (digits === undefined) throw storeError(`'${text}' is not a percentage like 10%.`);
  return Number(digits);
}
