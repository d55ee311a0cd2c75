import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SHELL, actorOf, errorMessage, folderOf, nameSchema } from '@space/store';
import * as z from 'zod/mini';
import { parseJson, readText, writeFileAtomically } from '../backend/files.ts';
import { readFolders } from '../settings.ts';

/** What a token permits: to stage; canaries too; everything. */
export const SCOPE_IN_WORDS = {
  stage: 'staged releases',
  canary: 'staged releases and canaries',
  all: 'everything',
} as const;
export type Scope = keyof typeof SCOPE_IN_WORDS;

const ID = /^[0-9a-f]{8}$/;
/** The id finds the stored token; the 256 random bits after it are the secret. */
const TOKEN = /^space_([0-9a-f]{8})_[\w-]{43}$/;

const tokenSchema = z.object({
  id: z.string().check(z.regex(ID)),
  remote: nameSchema,
  /** The name in the history of the person or program that uses the token. */
  name: z.string(),
  scope: z.enum(['stage', 'canary', 'all']),
  /** The SHA-256 of the whole token. It has 256 random bits, so it needs no slow hash. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  by: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  withdrawnAt: z.nullable(z.iso.datetime()),
});
export type ReleaseToken = z.infer<typeof tokenSchema>;

type NewToken = Pick<ReleaseToken, 'remote' | 'name' | 'scope' | 'by'> & { days: number };
export type ReleaseTokens = ReturnType<typeof openTokens>;

const DAY = 86_400_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest();

const isValid = ({ withdrawnAt, expiresAt }: ReleaseToken, now: Date) =>
  withdrawnAt === null && expiresAt > now.toISOString();

/**
 * Opens the tokens with which teams release over the network. Each is a file that has its hash only. A new or withdrawn
 * token takes effect with the next request, without a restart. Takes the data directory.
 */
export function openTokens(dataDir: string) {
  const folder = join(dataDir, 'release-tokens');
  const fileOf = (id: string) => join(folder, `${id}.json`);
  const read = (id: string): ReleaseToken | null =>
    (ID.test(id) && tokenSchema.safeParse(parseJson(readText(fileOf(id)))).data) || null;

  function write(token: ReleaseToken): ReleaseToken {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileAtomically(fileOf(token.id), `${JSON.stringify(token, null, 2)}\n`);
    return token;
  }

  return {
    /** Makes a token. Returns its text, which is not stored, and the stored record. */
    async make({ days, ...properties }: NewToken, now = new Date()) {
      const id = randomBytes(4).toString('hex');
      const text = `space_${id}_${randomBytes(32).toString('base64url')}`;
      const hash = sha256(text).toString('hex');
      const expiresAt = new Date(now.getTime() + days * DAY).toISOString();
      const times = { createdAt: now.toISOString(), expiresAt, withdrawnAt: null };
      return { text, token: write({ id, ...properties, hash, ...times }) };
    },

    /** All tokens that were ever made, newest first. */
    async list(): Promise<ReleaseToken[]> {
      const names = existsSync(folder) ? readdirSync(folder) : [];
      const tokens = names.flatMap((name) => read(name.replace(/\.json$/, '')) ?? []);
      return tokens.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },

    /** Withdraws a token. Returns it, or null if there is none with this id. */
    async withdraw(id: string, now = new Date()): Promise<ReleaseToken | null> {
      const token = read(id);
      return token?.withdrawnAt === null ? write({ ...token, withdrawnAt: now.toISOString() }) : token;
    },

    /** Finds the token with a text. Returns null if it is not valid for the remote, for whatever reason. */
    check(text: string, remote: string, now = new Date()): ReleaseToken | null {
      const token = read(TOKEN.exec(text)?.[1] ?? '');
      const isMatch = token !== null && timingSafeEqual(sha256(text), Buffer.from(token.hash, 'hex'));
      return isMatch && token.remote === remote && isValid(token, now) ? token : null;
    },
  };
}

const USAGE = `Usage:
npm run token -- <remote> [--only canary|stage] [--days 90] [--name <text>]
npm run token -- list
npm run token -- withdraw <id>`;

/** `by` makes a token. Tokens go to `output.log`, messages to `output.error`, so that a shell can capture a token alone. */
interface CommandContext {
  tokens: ReleaseTokens;
  siteDir: string;
  by: string;
  output: Pick<Console, 'log' | 'error'>;
}

const dayOf = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);

function lineOf(token: ReleaseToken): string {
  const { id, remote, name, scope, createdAt, expiresAt, withdrawnAt, by } = token;
  const until = `${isValid(token, new Date()) ? 'until' : 'expired'} ${dayOf(expiresAt)}`;
  const state = withdrawnAt === null ? until : `withdrawn ${dayOf(withdrawnAt)}`;
  const made = `made ${dayOf(createdAt)} by ${by}`;
  return [id, remote.padEnd(12), state.padEnd(21), SCOPE_IN_WORDS[scope], name, made].join('  ');
}

/** Checks the arguments for a new token. Throws an Error with a message for invalid ones. */
function newTokenFrom(
  remote: string,
  { only, days = '90', name = remote }: Partial<Record<'only' | 'days' | 'name', string>>,
): Omit<NewToken, 'by'> {
  if (!nameSchema.safeParse(remote).success) throw new Error(`'${remote}' is not the name of a remote.`);
  if (remote === SHELL)
    throw new Error('A token is for a remote: the shell is released only on the machine of its store.');
  if (!/^\P{Cc}{1,60}$/u.test(name.trim()))
    throw new Error('The history shows this name: give one of at most 60 characters.');
  if (only !== undefined && only !== 'canary' && only !== 'stage')
    throw new Error(`A token can be limited to canary or stage, not to '${only}'.`);
  if (!/^\d+$/.test(days) || Number(days) < 1 || Number(days) > 365)
    throw new Error(`A token is valid for 1 to 365 days, not '${days}'.`);
  return { remote, name: name.trim(), scope: only ?? 'all', days: Number(days) };
}

/** `npm run token`: makes, lists and withdraws tokens. Throws an Error with a message for invalid arguments. */
export async function tokenCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const { tokens, siteDir, by, output } = context;
  const text = { type: 'string' } as const;
  const options = { only: text, days: text, name: text };
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [first = '', id, ...others] = positionals;
  if (others.length > 0) throw new Error(USAGE);
  if (first === 'list' && id === undefined) {
    const all = await tokens.list();
    if (all.length === 0) output.error('There is no token yet.');
    for (const token of all) output.log(lineOf(token));
  } else if (first === 'withdraw' && id !== undefined) {
    const token = await tokens.withdraw(id);
    if (token === null) throw new Error(`There is no token ${id}: \`npm run token -- list\` shows all.`);
    output.error(`The token ${id} of ${token.remote} is withdrawn: it is refused from the next request on.`);
  } else if (first !== '' && id === undefined) {
    const made = await tokens.make({ ...newTokenFrom(first, values), by });
    const { scope, remote, expiresAt, id: newId } = made.token;
    output.log(made.text);
    output.error(
      `\nThis is shown once. It is valid for ${SCOPE_IN_WORDS[scope]} of ${remote}, until ${dayOf(expiresAt)}.
Give it to the team as a secret (SPACE_TOKEN). To withdraw it: npm run token -- withdraw ${newId}`,
    );
    if (!existsSync(folderOf(siteDir, remote)))
      output.error(`There is no ${remote} in ${siteDir} yet: its first release creates it.`);
  } else throw new Error(USAGE);
}

if (import.meta.main) {
  try {
    const { dataDir, siteDir } = readFolders(process.env);
    if (!existsSync(dataDir))
      throw new Error(
        `There is no site with its data in ${dataDir}: start it once, or set DATA_DIR to the folder that it prints as 'Data'.`,
      );
    const context = { tokens: openTokens(dataDir), siteDir, by: actorOf(process.env), output: console };
    await tokenCommand(process.argv.slice(2), context);
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}
