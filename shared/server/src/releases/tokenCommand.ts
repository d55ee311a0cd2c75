import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { folderOf, nameSchema, SHELL } from '@space/store';
import { SCOPES, isValid, type ReleaseToken, type ReleaseTokens, type Scope } from './tokens.ts';

const DEFAULT_DAYS = 90;
const MAX_DAYS = 365;
const MAX_NAME_LENGTH = 60;

const USAGE = `npm run token -- <remote> [--only canary|preview] [--days ${DEFAULT_DAYS}] [--name <text>]
npm run token -- list
npm run token -- withdraw <id>`;

/** What the command gets besides its arguments. */
interface CommandContext {
  tokens: ReleaseTokens;
  siteDir: string;
  /** The person who makes a token. */
  by: string;
  /** Tokens are printed to `log`, messages to `error`, so that a shell can capture a token alone. */
  output: Pick<Console, 'log' | 'error'>;
}

const dayOf = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);
const scopeInWords = { all: 'everything', canary: 'canaries and previews', preview: 'previews' } as const;

function stateOf(token: ReleaseToken, now: Date): string {
  if (token.withdrawnAt !== null) return `withdrawn ${dayOf(token.withdrawnAt)}`;
  return isValid(token, now) ? `until ${dayOf(token.expiresAt)}` : `expired ${dayOf(token.expiresAt)}`;
}

async function list(tokens: ReleaseTokens, output: CommandContext['output']): Promise<void> {
  const all = await tokens.list();
  if (all.length === 0) output.error('There is no token yet.');
  const now = new Date();
  for (const token of all) {
    const { id, remote, name, scope, createdAt, by } = token;
    const made = `made ${dayOf(createdAt)} by ${by}`;
    output.log(
      [id, remote.padEnd(12), stateOf(token, now).padEnd(21), scopeInWords[scope], name, made].join('  '),
    );
  }
}

async function withdraw(tokens: ReleaseTokens, id: string, output: CommandContext['output']): Promise<void> {
  const token = await tokens.withdraw(id);
  if (token === null) throw new Error(`There is no token ${id}: \`npm run token -- list\` shows all.`);
  output.error(`The token ${id} of ${token.remote} is withdrawn: it is refused from the next request on.`);
}

function daysIn(text: string): number {
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > MAX_DAYS)
    throw new Error(`A token is valid for 1 to ${MAX_DAYS} days, not '${text}'.`);
  return days;
}

function scopeIn(only: string | undefined): Scope {
  if (only === undefined) return 'all';
  const scope = SCOPES.find((one) => one === only && one !== 'all');
  if (scope === undefined) throw new Error(`A token can be limited to canary or preview, not to '${only}'.`);
  return scope;
}

interface Options {
  only?: string | undefined;
  days?: string | undefined;
  name?: string | undefined;
}

async function make(
  tokens: ReleaseTokens,
  remote: string,
  options: Options,
  context: CommandContext,
): Promise<void> {
  if (!nameSchema.safeParse(remote).success) throw new Error(`'${remote}' is not the name of a remote.`);
  if (remote === SHELL)
    throw new Error('A token is for a remote: the shell is released only on the machine of its store.');
  const name = (options.name ?? remote).trim();
  if (name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    throw new Error(`The log shows this name: give one of at most ${MAX_NAME_LENGTH} characters.`);
  const { output, by, siteDir } = context;
  const scope = scopeIn(options.only);
  const days = daysIn(options.days ?? String(DEFAULT_DAYS));
  const { text, token } = await tokens.make({ remote, name, scope, days, by });
  output.log(text);
  output.error(
    [
      '',
      `This is shown once. It is valid for ${scopeInWords[scope]} of ${remote}, until ${dayOf(token.expiresAt)}.`,
      `Give it to the team as a secret (SPACE_TOKEN). To withdraw it: npm run token -- withdraw ${token.id}`,
      ...(existsSync(folderOf(siteDir, remote))
        ? []
        : [`There is no ${remote} in ${siteDir} yet: its first release creates it.`]),
    ].join('\n'),
  );
}

/** `npm run token`: makes, lists and withdraws tokens. Throws an Error with a message for invalid arguments. */
export async function tokenCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { only: text, days: text, name: text },
    allowPositionals: true,
  });
  const [first, id, ...others] = positionals;
  const { tokens } = context;
  const isPlain = Object.keys(values).length === 0 && others.length === 0;
  if (first === 'list' && id === undefined && isPlain) await list(tokens, context.output);
  else if (first === 'withdraw' && id !== undefined && isPlain) await withdraw(tokens, id, context.output);
  else if (first !== undefined && id === undefined) await make(tokens, first, values, context);
  else throw new Error(`Usage:\n${USAGE}`);
}
