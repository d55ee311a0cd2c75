import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { folderOf, nameSchema, SHELL } from '@space/store';
import { SCOPES, isValid, type ReleaseToken, type ReleaseTokens, type Scope } from './tokens.ts';

const DAYS = 90;
const MOST_DAYS = 365;
const LONGEST_NAME = 60;

const USAGE = `npm run token -- <remote> [--only canary|preview] [--days ${DAYS}] [--name <text>]
npm run token -- list
npm run token -- withdraw <id>`;

/** What the command is told, besides its words. */
interface Surroundings {
  tokens: ReleaseTokens;
  siteDir: string;
  /** Who makes a token. */
  by: string;
  /** The tokens' texts go to `log`, all else that people read to `error`: a shell can keep the one. */
  output: Pick<Console, 'log' | 'error'>;
}

const dayOf = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);
const scopeInWords = { all: 'everything', canary: 'canaries and previews', preview: 'previews' } as const;

function stateOf(token: ReleaseToken, now: Date): string {
  if (token.withdrawnAt !== null) return `withdrawn ${dayOf(token.withdrawnAt)}`;
  return isValid(token, now) ? `until ${dayOf(token.expiresAt)}` : `expired ${dayOf(token.expiresAt)}`;
}

async function list(tokens: ReleaseTokens, output: Surroundings['output']): Promise<void> {
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

async function withdraw(tokens: ReleaseTokens, id: string, output: Surroundings['output']): Promise<void> {
  const token = await tokens.withdraw(id);
  if (token === null) throw new Error(`There is no token ${id}: \`npm run token -- list\` shows all.`);
  output.error(`The token ${id} of ${token.remote} is withdrawn: from the next request on it opens nothing.`);
}

function daysIn(text: string): number {
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > MOST_DAYS)
    throw new Error(`A token is good for 1 to ${MOST_DAYS} days, not '${text}'.`);
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
  around: Surroundings,
): Promise<void> {
  if (!nameSchema.safeParse(remote).success) throw new Error(`'${remote}' is not the name of a remote.`);
  if (remote === SHELL)
    throw new Error('The shell is released where its source is: a token is for one remote.');
  const name = (options.name ?? remote).trim();
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name))
    throw new Error(`The log says this name: give one of at most ${LONGEST_NAME} characters.`);
  const { output, by, siteDir } = around;
  const scope = scopeIn(options.only);
  const days = daysIn(options.days ?? String(DAYS));
  const { text, token } = await tokens.make({ remote, name, scope, days, by });
  output.log(text);
  output.error(
    [
      '',
      `This is shown once. It is good for ${scopeInWords[scope]} of ${remote}, until ${dayOf(token.expiresAt)}.`,
      `Give it to the team as a secret (SPACE_TOKEN). To withdraw it: npm run token -- withdraw ${token.id}`,
      ...(existsSync(folderOf(siteDir, remote))
        ? []
        : [`There is no ${remote} in ${siteDir} yet: its first release makes it.`]),
    ].join('\n'),
  );
}

/** `npm run token`: makes, lists and withdraws tokens. Takes the words; throws an Error with a sentence for wrong ones. */
export async function tokenCommand(args: readonly string[], around: Surroundings): Promise<void> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { only: text, days: text, name: text },
    allowPositionals: true,
  });
  const [word, id, ...others] = positionals;
  const { tokens } = around;
  const isPlain = Object.keys(values).length === 0 && others.length === 0;
  if (word === 'list' && id === undefined && isPlain) await list(tokens, around.output);
  else if (word === 'withdraw' && id !== undefined && isPlain) await withdraw(tokens, id, around.output);
  else if (word !== undefined && id === undefined) await make(tokens, word, values, around);
  else throw new Error(`It is written:\n${USAGE}`);
}
