import * as z from 'zod/mini';
import { LONGEST_MESSAGE, PREVIEW_DAYS, labelSchema, versionSchema } from '@space/store';
import type { Scope } from './tokens.ts';

/** A command of `npm run store` that a request stands for, and what its token must be good for. */
export interface Asked {
  command: string;
  /** The words behind the remote's name. */
  words?: readonly string[];
  options?: readonly string[];
  needs: Scope;
}

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_MESSAGE));
const percent = z.number().check(z.positive(), z.lte(100));
const said = { message: z.optional(text) };
const saidAlone = z.strictObject(said);

const messageOf = ({ message }: z.infer<typeof saidAlone>) =>
  message === undefined ? [] : [`--message=${message}`];

/** A reader of bodies: null for one that the schema refuses. */
function reader<Body>(schema: z.ZodMiniType<Body>, asked: (body: Body) => Asked) {
  return (body: unknown): Asked | null => {
    const { success, data } = schema.safeParse(body);
    return success ? asked(data) : null;
  };
}

const plain = (command: string, needs: Scope) =>
  reader(saidAlone, (body) => ({ command, options: messageOf(body), needs }));

/** What the body of a POST asks for, by the last word of its path. */
export const MOVES: ReadonlyMap<string, (body: unknown) => Asked | null> = new Map([
  ['promote', plain('promote', 'all')],
  ['revive', plain('revive', 'all')],
  ['abort', plain('abort', 'canary')],
  [
    'rollback',
    reader(z.strictObject({ ...said, version: z.optional(versionSchema) }), ({ version, ...body }) => ({
      command: 'rollback',
      words: version === undefined ? [] : [version],
      options: messageOf(body),
      needs: 'all',
    })),
  ],
  [
    'end',
    reader(z.strictObject({ label: labelSchema }), ({ label }) => ({
      command: 'preview',
      options: [`--label=${label}`, '--end'],
      needs: 'preview',
    })),
  ],
  [
    'kill',
    reader(z.strictObject({ reason: text }), ({ reason }) => ({
      command: 'kill',
      words: [reason],
      needs: 'all',
    })),
  ],
  [
    'canary',
    reader(z.strictObject({ ...said, percent }), ({ percent, ...body }) => ({
      command: 'canary',
      words: [`${percent}%`],
      options: ['--same', ...messageOf(body)],
      needs: 'canary',
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
    needs: 'preview',
  }),
);
const readUpload = reader(z.strictObject({ ...said, canary: z.optional(percent) }), ({ canary, ...body }) =>
  canary === undefined
    ? { command: 'release', options: messageOf(body), needs: 'all' }
    : { command: 'canary', words: [`${canary}%`], options: messageOf(body), needs: 'canary' },
);

const NUMBERS = ['canary', 'days'];

/**
 * What the query of a PUT asks for: a release, a canary (`?canary=10`) or a preview (`?preview=pr-12`); null for one that asks
 * for none of them.
 */
export function uploadAsked(query: string): Asked | null {
  const pairs = [...new URLSearchParams(query)];
  const names = new Set(pairs.map(([name]) => name));
  const values = pairs.map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]);
  if (names.size < pairs.length) return null;
  return (names.has('preview') ? readPreview : readUpload)(Object.fromEntries(values));
}

const plainReport =
  (command: string) =>
  (query: string): Asked | null =>
    query === '' ? { command, needs: 'preview' } : null;

/** Names, specifiers and versions, with commas between. */
const list = z.optional(z.string().check(z.regex(/^[@\w./,-]{1,1000}$/)));
const readDoctor = reader(z.strictObject({ without: list, share: list }), (query) => ({
  command: 'doctor',
  options: Object.entries(query).map(([name, value]) => `--${name}=${value}`),
  needs: 'preview',
}));

/** What a GET asks for, by the last word of its path: a reader of its query, which returns null for one that is refused. */
export const REPORTS: ReadonlyMap<string | undefined, (query: string) => Asked | null> = new Map([
  [undefined, plainReport('releases')],
  ['log', plainReport('log')],
  ['doctor', (query: string) => readDoctor(Object.fromEntries(new URLSearchParams(query)))],
]);

const ORDER = { preview: 0, canary: 1, all: 2 } as const;

/** Whether a token's scope covers what is needed. */
export const covers = (scope: Scope, needs: Scope) => ORDER[scope] >= ORDER[needs];
