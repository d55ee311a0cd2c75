import * as z from 'zod/mini';
import { MAX_MESSAGE_LENGTH, PREVIEW_DAYS, labelSchema, versionSchema } from '@space/store';
import type { Scope } from './tokens.ts';

/** The command of `npm run store` that a request stands for. */
interface StoreCommand {
  command: string;
  /** The arguments after the remote's name. */
  args?: readonly string[];
  options?: readonly string[];
}

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH));
const percent = z.number().check(z.positive(), z.lte(100));
const days = z.int().check(z.positive(), z.lte(PREVIEW_DAYS.most));
/** A number in a query. */
const number = z.pipe(z.string(), z.transform(Number));
/** Names, specifiers and versions, separated by commas. */
const list = z.optional(z.string().check(z.regex(/^[@\w./,-]{1,1000}$/)));
const message = z.optional(text);
const nothing = z.strictObject({});

/** Options of a command. Those that are undefined are left out. */
const named = (options: Readonly<Record<string, string | number | undefined>>) =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));

function row<Fields>(
  method: 'GET' | 'PUT' | 'POST',
  action: string,
  scope: Scope,
  schema: z.ZodMiniType<Fields>,
  commandOf: (fields: Fields) => StoreCommand,
) {
  const read = (fields: unknown): StoreCommand | null => {
    const { success, data } = schema.safeParse(fields);
    return success ? commandOf(data) : null;
  };
  return { method, action, scope, read };
}

const noteOnly = (command: string) => (note: { message?: string | undefined }) => ({
  command,
  options: named(note),
});

/**
 * The requests: method, last segment of the path, the scope that the token needs, the fields (of the body of a POST, of the
 * query otherwise), and the command.
 */
const REQUESTS = [
  row('GET', '', 'preview', nothing, () => ({ command: 'releases' })),
  row('GET', 'log', 'preview', nothing, () => ({ command: 'log' })),
  row('GET', 'doctor', 'preview', z.strictObject({ without: list, share: list }), (query) => ({
    command: 'doctor',
    options: named(query),
  })),
  row('PUT', '', 'all', z.strictObject({ message }), noteOnly('release')),
  row(
    'PUT',
    '',
    'canary',
    z.strictObject({ message, canary: z.pipe(number, percent) }),
    ({ canary, ...note }) => ({ command: 'canary', args: [`${canary}%`], options: named(note) }),
  ),
  row(
    'PUT',
    '',
    'preview',
    z.strictObject({ preview: labelSchema, days: z.optional(z.pipe(number, days)) }),
    ({ preview: label, days }) => ({ command: 'preview', options: named({ label, days }) }),
  ),
  row('POST', 'promote', 'all', z.strictObject({ message }), noteOnly('promote')),
  row('POST', 'revive', 'all', z.strictObject({ message }), noteOnly('revive')),
  row('POST', 'abort', 'canary', z.strictObject({ message }), noteOnly('abort')),
  row(
    'POST',
    'rollback',
    'all',
    z.strictObject({ message, version: z.optional(versionSchema) }),
    ({ version, ...note }) => ({
      command: 'rollback',
      args: version === undefined ? [] : [version],
      options: named(note),
    }),
  ),
  row('POST', 'kill', 'all', z.strictObject({ reason: text }), ({ reason }) => ({
    command: 'kill',
    args: [reason],
  })),
  row('POST', 'canary', 'canary', z.strictObject({ message, percent }), ({ percent, ...note }) => ({
    command: 'canary',
    args: [`${percent}%`],
    options: ['--same', ...named(note)],
  })),
  row('POST', 'end', 'preview', z.strictObject({ label: labelSchema }), ({ label }) => ({
    command: 'preview',
    options: [`--label=${label}`, '--end'],
  })),
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

const ORDER = { preview: 0, canary: 1, all: 2 } as const;

/** Whether a token's scope includes the required one. */
export const covers = (scope: Scope, requiredScope: Scope) => ORDER[scope] >= ORDER[requiredScope];
