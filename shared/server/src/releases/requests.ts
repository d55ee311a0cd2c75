import * as z from 'zod/mini';
import { MAX_MESSAGE_LENGTH, versionSchema } from '@space/store';
import type { Scope } from './tokens.ts';

/** The command that a request stands for, and the scope that its token needs. */
interface StoreCommand {
  command: string;
  options: readonly string[];
  args: readonly string[];
  scope: Scope;
}

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH));
const message = z.optional(text);
const version = z.optional(versionSchema);
const percent = z.number().check(z.positive(), z.lte(100));
const percentInQuery = z.pipe(z.pipe(z.string(), z.transform(Number)), percent);

/** Each request: its method and the last segment of its path, its command and scope, and its fields. */
const REQUESTS = [
  ['GET', '', 'releases', 'stage', z.strictObject({})],
  ['PUT', '', 'release', 'all', z.strictObject({ message })],
  ['PUT', '', 'canary', 'canary', z.strictObject({ message, canary: percentInQuery })],
  ['PUT', '', 'stage', 'stage', z.strictObject({ message, stage: z.literal('true') })],
  ['POST', 'promote', 'promote', 'all', z.strictObject({ message, version })],
  ['POST', 'rollback', 'rollback', 'all', z.strictObject({ message, version })],
  ['POST', 'revive', 'revive', 'all', z.strictObject({ message })],
  ['POST', 'kill', 'kill', 'all', z.strictObject({ reason: text })],
  ['POST', 'canary', 'canary', 'canary', z.strictObject({ message, percent })],
] as const;
type Fields = Partial<Record<'message' | 'version' | 'reason', string | undefined>> &
  Partial<Record<'percent' | 'canary', number>>;

/** The fields of a query; undefined if one is given twice. */
export function fieldsOf(query: string): Record<string, string> | undefined {
  const pairs = [...new URLSearchParams(query)];
  const fields = Object.fromEntries(pairs);
  return Object.keys(fields).length === pairs.length ? fields : undefined;
}

/** Takes the method, the last segment of the path, and the fields. Returns the command, or the status of an error. */
export function commandOf(method: string, action: string, fields: unknown): StoreCommand | 400 | 404 | 405 {
  const known = REQUESTS.filter((request) => request[1] === action);
  if (known.length === 0) return 404;
  const possible = known.filter((request) => request[0] === method);
  if (possible.length === 0) return 405;
  for (const [, , command, scope, schema] of possible) {
    const given: Fields | undefined = schema.safeParse(fields).data;
    if (given === undefined) continue;
    const options = given.message === undefined ? [] : [`--message=${given.message}`];
    // A move to a canary tries a release that is there already.
    if (given.percent !== undefined) options.unshift('--same');
    const share = given.canary ?? given.percent;
    const args = [share === undefined ? undefined : `${share}%`, given.version, given.reason];
    return { command, scope, options, args: args.filter((one) => one !== undefined) };
  }
  return 400;
}
