import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SHELL, actorOf, errorMessage, folderOf, nameSchema } from '@space/store';
import * as z from 'zod/mini';
import { parseJson, readText, writeFileAtomically } from '../backend/files.ts';
import { readFolders, type Folders } from '../settings.ts';

export const SCOPE_IN_WORDS = {
  stage: 'staged releases',
  canary: 'staged releases and canaries',
  all: 'everything',
} as const;
type Scope = keyof typeof SCOPE_IN_WORDS;

const SCOPES = ['stage', 'canary', 'all'] as const;
export const covers = (scope: Scope, required: Scope): boolean =>
  SCOPES.indexOf(scope) >= SCOPES.indexOf(required);

/** The id finds the stored token; the 256 random bits after it are the secret. */
const TOKEN = /^space_([0-9a-f]{8})_[\w-]{43}$/;

const tokenSchema = z.object({
  id: z.string(),
  remote: nameSchema,
  name: z.string(),
  scope: z.enum(SCOPES),
  /** The SHA-256 of the whole token, which needs no slow hash. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  by: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  withdrawnAt: z.nullable(z.iso.datetime()),
});
export type ReleaseToken = z.infer<typeof tokenSchema>;

type NewToken = Pick<ReleaseToken, 'remote' | 'name' | 'scope' | 'by'> & { days: number };

const DAY = 86_400_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const isValid = ({ withdrawnAt, expiresAt }: ReleaseToken, now: Date) =>
  withdrawnAt === null && expiresAt > now.toISOString();

/** Opens the tokens of a data directory: files, of which a new or withdrawn one takes effect with the next request. */
export function openTokens(dataDir: string) {
  const folder = join(dataDir, 'release-tokens');
  const fileOf = (id: string) => join(folder, `${id}.json`);
  const read = (id: string) =>
    /^[0-9a-f]{8}$/.test(id) ? tokenSchema.safeParse(parseJson(readText(fileOf(id)))).data : undefined;

  function write(token: ReleaseToken): ReleaseToken {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileAtomically(fileOf(token.id), `${JSON.stringify(token, null, 2)}\n`);
    return token;
  }

  return {
    /** Returns the token's text, which is not stored, and the stored record. */
    make({ days, ...properties }: NewToken, now = new Date()) {
      const id = randomBytes(4).toString('hex');
      const text = `space_${id}_${randomBytes(32).toString('base64url')}`;
      const expiresAt = new Date(now.getTime() + days * DAY).toISOString();
      const times = { createdAt: now.toISOString(), expiresAt, withdrawnAt: null };
      return { text, token: write({ id, ...properties, hash: sha256(text).toString('hex'), ...times }) };
    },

    list(): ReleaseToken[] {
      const names = existsSync(folder) ? readdirSync(folder) : [];
      const tokens = names.flatMap((name) => read(name.replace(/\.json$/, '')) ?? []);
      return tokens.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },

    withdraw(id: string, now = new Date()): ReleaseToken | undefined {
      const token = read(id);
      return token?.withdrawnAt === null ? write({ ...token, withdrawnAt: now.toISOString() }) : token;
    },

    /** Returns null if a token is not valid for the remote, for whatever reason. */
    check(text: string, remote: string, now = new Date()): ReleaseToken | null {
      const token = read(TOKEN.exec(text)?.[1] ?? '');
      if (token === undefined || !timingSafeEqual(sha256(text), Buffer.from(token.hash, 'hex'))) return null;
      return token.remote === remote && isValid(token, now) ? token : null;
    },
  };
}

const USAGE = `Usage:
npm run token -- <remote> [--only canary|stage] [--days 90] [--name <text>]
npm run token -- list
npm run token -- withdraw <id>`;

const dayOf = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);

function lineOf(token: ReleaseToken): string {
  const { id, remote, name, scope, createdAt, expiresAt, withdrawnAt, by } = token;
  const until = `${isValid(token, new Date()) ? 'until' : 'expired'} ${dayOf(expiresAt)}`;
  const state = withdrawnAt === null ? until : `withdrawn ${dayOf(withdrawnAt)}`;
  const made = `made ${dayOf(createdAt)} by ${by}`;
  return [id, remote.padEnd(12), state.padEnd(21), SCOPE_IN_WORDS[scope], name, made].join('  ');
}

function newTokenFrom(
  remote: string,
  { only, days = '90', name = remote }: Partial<Record<'only' | 'days' | 'name', string>>,
): Omit<NewToken, 'by'> {
  const scope = only === undefined ? 'all' : (['stage', 'canary'] as const).find((one) => one === only);
  if (!nameSchema.safeParse(remote).success) throw new Error(`'${remote}' is not the name of a remote.`);
  if (remote === SHELL)
    throw new Error('A token is for a remote: the shell is released only on the machine of its store.');
  if (!/^\P{Cc}{1,60}$/u.test(name.trim()))
    throw new Error('The history shows this name: give one of at most 60 characters.');
  if (scope === undefined) throw new Error(`A token can be limited to canary or stage, not to '${only}'.`);
  if (!/^\d+$/.test(days) || Number(days) < 1 || Number(days) > 365)
    throw new Error(`A token is valid for 1 to 365 days, not '${days}'.`);
  return { remote, name: name.trim(), scope, days: Number(days) };
}

/** `npm run token`. Prints what a script reads to stdout. Throws an Error for invalid arguments. */
export function tokenCommand(args: readonly string[], { dataDir, siteDir }: Folders, by: string): void {
  const tokens = openTokens(dataDir);
  const text = { type: 'string' } as const;
  const options = { only: text, days: text, name: text };
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [first = '', id, ...others] = positionals;
  if (others.length > 0 || first === '') throw new Error(USAGE);
  if (first === 'list' && id === undefined) {
    const lines = tokens.list().map(lineOf);
    return lines.length === 0 ? console.error('There is no token yet.') : console.log(lines.join('\n'));
  }
  if (first === 'withdraw' && id !== undefined) {
    const token = tokens.withdraw(id);
    if (!token) throw new Error(`There is no token ${id}: \`npm run token -- list\` shows all.`);
    return console.error(
      `The token ${id} of ${token.remote} is withdrawn: it is refused from the next request on.`,
    );
  }
  if (id !== undefined) throw new Error(USAGE);
  const { text: made, token } = tokens.make({ ...newTokenFrom(first, values), by });
  console.log(made);
  console.error(`
This is shown once. It is valid for ${SCOPE_IN_WORDS[token.scope]} of ${first}, until ${dayOf(token.expiresAt)}.
Give it to the team as a secret (SPACE_TOKEN). To withdraw it: npm run token -- withdraw ${token.id}`);
  if (!existsSync(folderOf(siteDir, first)))
    console.error(`There is no ${first} in ${siteDir} yet: its first release creates it.`);
}

if (import.meta.main) {
  try {
    const { dataDir, siteDir } = readFolders(process.env);
    if (!existsSync(dataDir))
      throw new Error(
        `There is no site with its data in ${dataDir}: start it once, or set DATA_DIR to the folder that it prints as 'Data'.`,
      );
    tokenCommand(process.argv.slice(2), { dataDir, siteDir }, actorOf(process.env));
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}
