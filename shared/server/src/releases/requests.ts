import * as z from 'zod/mini';
import { MAX_MESSAGE_LENGTH, PREVIEW_DAYS, labelSchema, versionSchema } from '@space/store';
import type { Scope } from './tokens.ts';

/** The command of `npm run store` that a request stands for, and the scope that its token must have. */
export interface StoreCommand {
  command: string;
  /** The arguments after the remote's name. */
  args?: readonly string[];
  options?: readonly string[];
  requiredScope: Scope;
}

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH));
const percent = z.number().check(z.positive(), z.lte(100));
const common = { message: z.optional(text) };
const messageOnly = z.strictObject(common);

const messageOf = ({ message }: z.infer<typeof messageOnly>) =>
  message === undefined ? [] : [`--message=${message}`];

/** Returns a function that turns a body into a command; null if the schema refuses the body. */
function reader<Body>(schema: z.ZodMiniType<Body>, toCommand: (body: Body) => StoreCommand) {
  return (body: unknown): StoreCommand | null => {
    const { success, data } = schema.safeParse(body);
    return success ? toCommand(data) : null;
  };
}

const messageCommand = (command: string, requiredScope: Scope) =>
  reader(messageOnly, (body) => ({ command, options: messageOf(body), requiredScope }));

/** The commands of POST requests, by the last segment of the path. */
export const MOVES: ReadonlyMap<string, (body: unknown) => StoreCommand | null> = new Map([
  ['promote', messageCommand('promote', 'all')],
  ['revive', messageCommand('revive', 'all')],
  ['abort', messageCommand('abort', 'canary')],
  [
    'rollback',
    reader(z.strictObject({ ...common, version: z.optional(versionSchema) }), ({ version, ...body }) => ({
      command: 'rollback',
      args: version === undefined ? [] : [version],
      options: messageOf(body),
      requiredScope: 'all',
    })),
  ],
  [
    'end',
    reader(z.strictObject({ label: labelSchema }), ({ label }) => ({
      command: 'preview',
      options: [`--label=${label}`, '--end'],
      requiredScope: 'preview',
    })),
  ],
  [
    'kill',
    reader(z.strictObject({ reason: text }), ({ reason }) => ({
      command: 'kill',
      args: [reason],
      requiredScope: 'all',
    })),
  ],
  [
    'canary',
    reader(z.strictObject({ ...common, percent }), ({ percent, ...body }) => ({
      command: 'canary',
      args: [`${percent}%`],
      options: ['--same', ...messageOf(body)],
      requiredScope: 'canary',
    })),
  ],
]);

const readPreview = reader(
  z.strictObject({
    preview: labelSchema,
    days: z.optional(z.int().check(z.positive(), z.lte(PREVIEW_DAYS.most))),
  }),
  ({ preview, days }) => ({
    command: 'preview',
    options: [`--label=${preview}`, ...(days === undefined ? [] : [`--days=${days}`])],
    requiredScope: 'preview',
  }),
);
const readUpload = reader(z.strictObject({ ...common, canary: z.optional(percent) }), ({ canary, ...body }) =>
  canary === undefined
    ? { command: 'release', options: messageOf(body), requiredScope: 'all' }
    : { command: 'canary', args: [`${canary}%`], options: messageOf(body), requiredScope: 'canary' },
);

const NUMBERS = ['canary', 'days'];

/**
 * Turns the query of a PUT into a command: a release, a canary (`?canary=10`) or a preview (`?preview=pr-12`); null if the
 * query is invalid.
 */
export function uploadCommand(query: string): StoreCommand | null {
  const pairs = [...new URLSearchParams(query)];
  const names = new Set(pairs.map(([name]) => name));
  const values = pairs.map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]);
  if (names.size < pairs.length) return null;
  return (names.has('preview') ? readPreview : readUpload)(Object.fromEntries(values));
}

const plainReport =
  (command: string) =>
  (query: string): StoreCommand | null =>
    query === '' ? { command, requiredScope: 'preview' } : null;

/** Names, specifiers and versions, separated by commas. */
const list = z.optional(z.string().check(z.regex(/^[@\w./,-]{1,1000}$/)));
const readDoctor = reader(z.strictObject({ without: list, share: list }), (query) => ({
  command: 'doctor',
  options: Object.entries(query).map(([name, value]) => `--${name}=${value}`),
  requiredScope: 'preview',
}));

/** The commands of GET requests, by the last segment of the path. Each takes the query; null if the query is invalid. */
export const REPORTS: ReadonlyMap<string | undefined, (query: string) => StoreCommand | null> = new Map([
  [undefined, plainReport('releases')],
  ['log', plainReport('log')],
  ['doctor', (query: string) => readDoctor(Object.fromEntries(new URLSearchParams(query)))],
]);

const ORDER = { preview: 0, canary: 1, all: 2 } as const;

/** Whether a token's scope includes the required one. */
export const covers = (scope: Scope, requiredScope: Scope) => ORDER[scope] >= ORDER[requiredScope];
