import * as z from 'zod/mini';
import { MAX_MESSAGE_LENGTH, versionSchema } from '@space/store';
import type { Scope } from './tokens.ts';

/** The command of `npm run store` that a request stands for. `args` come after the remote's name. */
type StoreCommand = Record<'args' | 'options', readonly string[]> & { command: string };
type Options = Readonly<Record<string, string | number | true | undefined>>;

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH));
const message = z.optional(text);
const version = z.optional(versionSchema);
const percent = z.number().check(z.positive(), z.lte(100));
/** A number in a query. */
const number = z.pipe(z.string(), z.transform(Number));

function row<Shape extends z.core.$ZodShape>(
  method: 'GET' | 'PUT' | 'POST',
  action: string,
  scope: Scope,
  shape: Shape,
  commandOf: (fields: z.infer<z.ZodMiniObject<Shape, z.core.$strict>>) => StoreCommand,
) {
  const schema = z.strictObject(shape);
  const read = (fields: unknown): StoreCommand | null => {
    const { success, data } = schema.safeParse(fields);
    return success ? commandOf(data) : null;
  };
  return { method, action, scope, read };
}

const command = (name: string, options: Options = {}, args: readonly string[] = []): StoreCommand => ({
  command: name,
  args,
  options: Object.entries(options).flatMap(([option, value]) =>
    value === undefined ? [] : [value === true ? `--${option}` : `--${option}=${value}`],
  ),
});

/**
 * The requests: method, last segment of the path, the scope that the token needs, the fields (of the body of a POST, of the
 * query otherwise), and the command.
 */
const REQUESTS = [
  row('GET', '', 'stage', {}, () => command('releases')),
  row('PUT', '', 'all', { message }, (note) => command('release', note)),
  row('PUT', '', 'canary', { message, canary: z.pipe(number, percent) }, ({ canary, ...note }) =>
    command('canary', note, [`${canary}%`]),
  ),
  row('PUT', '', 'stage', { message, stage: z.literal('true') }, ({ message: note }) =>
    command('stage', { message: note }),
  ),
  row('POST', 'promote', 'all', { message, version }, ({ version, ...note }) =>
    command('promote', note, version === undefined ? [] : [version]),
  ),
  row('POST', 'revive', 'all', { message }, (note) => command('revive', note)),
  row('POST', 'rollback', 'all', { message, version }, ({ version, ...note }) =>
    command('rollback', note, version === undefined ? [] : [version]),
  ),
  row('POST', 'kill', 'all', { reason: text }, ({ reason }) => command('kill', {}, [reason])),
  row('POST', 'canary', 'canary', { message, percent }, ({ percent, ...note }) =>
    command('canary', { same: true, ...note }, [`${percent}%`]),
  ),
];

/** The fields of a query; undefined if one is given twice. */
export function fieldsOf(query: string): Record<string, string> | undefined {
  const pairs = [...new URLSearchParams(query)];
  const fields = Object.fromEntries(pairs);
  return Object.keys(fields).length === pairs.length ? fields : undefined;
}

/** Finds the command of a request, and the scope that it needs. Returns the status of the response if there is none. */
export function commandOf(
  method: string,
  action: string,
  fields: unknown,
): (StoreCommand & { scope: Scope }) | 400 | 404 | 405 {
  const ofAction = REQUESTS.filter((one) => one.action === action);
  const possible = ofAction.filter((one) => one.method === method);
  for (const { scope, read } of possible) {
    const command = read(fields);
    if (command !== null) return { ...command, scope };
  }
  if (possible.length > 0) return 400;
  return ofAction.length > 0 ? 405 : 404;
}

const ORDER = { stage: 0, canary: 1, all: 2 } as const;

/** Whether a token's scope includes the required one. */
export const covers = (scope: Scope, requiredScope: Scope) => ORDER[scope] >= ORDER[requiredScope];
