import * as z from 'zod/mini';
import { MAX_MESSAGE_LENGTH, versionSchema } from '@space/store';
import type { Scope } from './tokens.ts';

/** The command of `npm run store` that a request stands for, and the scope that its token needs. */
interface StoreCommand {
  command: string;
  options: readonly string[];
  /** They come after the remote's name. */
  args: readonly string[];
  scope: Scope;
}

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH));
const message = z.optional(text);
const percent = z.number().check(z.positive(), z.lte(100));
const versioned = z.strictObject({ message, version: z.optional(versionSchema) });
/** A number in a query. */
const number = z.pipe(z.string(), z.transform(Number));

/** The query of an upload: it goes live, is a canary, or is staged. */
const UPLOADS = [
  ['release', 'all', z.strictObject({ message })],
  ['canary', 'canary', z.strictObject({ message, canary: z.pipe(number, percent) })],
  ['stage', 'stage', z.strictObject({ message, stage: z.literal('true') })],
] as const;
/** The body of a move. */
const MOVES = [
  ['promote', 'all', versioned],
  ['rollback', 'all', versioned],
  ['revive', 'all', z.strictObject({ message })],
  ['kill', 'all', z.strictObject({ reason: text })],
  ['canary', 'canary', z.strictObject({ message, percent })],
] as const;

/** All fields that a request may have. */
type Fields = Partial<Record<'message' | 'version' | 'reason', string | undefined>> &
  Partial<Record<'percent' | 'canary', number>>;

/** The fields of a query; undefined if one is given twice. */
export function fieldsOf(query: string): Record<string, string> | undefined {
  const pairs = [...new URLSearchParams(query)];
  const fields = Object.fromEntries(pairs);
  return Object.keys(fields).length === pairs.length ? fields : undefined;
}

/**
 * Finds the command of a request. Takes its method, the last segment of its path, and its fields: of the body of a POST, of the
 * query otherwise. Returns the status of the response if there is none.
 */
export function commandOf(method: string, action: string, fields: unknown): StoreCommand | 400 | 404 | 405 {
  const isUpload = method === 'PUT' && action === '';
  if (method === 'GET' && action === '')
    return z.strictObject({}).safeParse(fields).success
      ? { command: 'releases', options: [], args: [], scope: 'stage' }
      : 400;
  const possible = isUpload ? UPLOADS : MOVES.filter(([command]) => command === action);
  if (possible.length === 0) return action === '' ? 405 : 404;
  if (!isUpload && method !== 'POST') return 405;
  for (const [command, scope, schema] of possible) {
    const { data } = schema.safeParse(fields);
    if (data === undefined) continue;
    const given: Fields = data;
    const share = given.canary ?? given.percent;
    const note = given.message === undefined ? [] : [`--message=${given.message}`];
    const args = [share === undefined ? undefined : `${share}%`, given.version, given.reason];
    return {
      command,
      scope,
      options: command === 'canary' && !isUpload ? ['--same', ...note] : note,
      args: args.filter((one) => one !== undefined),
    };
  }
  return 400;
}

const ORDER: readonly Scope[] = ['stage', 'canary', 'all'];

/** Whether a token's scope includes the required one. */
export const covers = (scope: Scope, required: Scope) => ORDER.indexOf(scope) >= ORDER.indexOf(required);
