import * as z from 'zod';
import type { LimitName } from './limits.ts';

export type HandlerName = 'library' | 'signUp' | 'token' | 'verify' | 'recover' | 'resend' | 'changePassword';

export type Body = Record<string, unknown> | Record<string, unknown>[];

/** One method of one path, with what the gateway demands of a request. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  handler: HandlerName;
  session: boolean;
  /** Of the signed-in user, or of an address. */
  limit: LimitName;
  /** What each parameter looks like: `name!` must be there, `name+` may be there twice. */
  query: Readonly<Record<string, RegExp>>;
  /** Google may add parameters at any time: they are removed, not refused. */
  removesOthers?: boolean;
  /** On /auth/v1, supabase-js sends fields that the site does not use: they are removed. On /rest/v1 they are refused. */
  body?: z.ZodType<Body>;
  maxBodyBytes: number;
  /** A browser that is redirected to Google and back sends no key. */
  isRedirect?: boolean;
}

/** Takes an endpoint and a raw query. Returns the query to pass on, or null if the endpoint does not allow it. */
export function checkQuery({ query, removesOthers }: Endpoint, raw: string): URLSearchParams | null {
  const sent = new URLSearchParams(raw);
  const nameOf = (key: string) => key.replace(/[!+]$/, '');
  const rules = Object.entries(query).map(([key, pattern]) => ({ key, name: nameOf(key), pattern }));
  for (const name of new Set(sent.keys())) {
    const rule = rules.find((each) => each.name === name);
    const values = sent.getAll(name);
    if (rule === undefined && removesOthers) sent.delete(name);
    else if (values.length > (rule?.key.endsWith('+') ? 2 : 1)) return null;
    else if (!values.every((value) => rule?.pattern.test(value))) return null;
  }
  return rules.every(({ key, name }) => !key.endsWith('!') || sent.has(name)) ? sent : null;
}

const DAY = String.raw`\d{4}-\d\d-\d\d`;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const INSTANT = String.raw`"${DAY}T\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)"`;
const ID = new RegExp(`^eq\\.${UUID}$`, 'i');
const IDS = new RegExp(`^(?:eq\\.${UUID}|in\\.\\(${UUID}(?:,${UUID}){0,99}\\))$`, 'i');
/** The next page of unfinished tasks: what was created after the last one of the page before. */
const AFTER = `created_at\\.gt\\.${INSTANT},and\\(created_at\\.eq\\.${INSTANT},id\\.gt\\.${UUID}\\)`;
/** What a column is: a flag, nothing, or one quoted text. PostgreSQL cannot store NUL. */
const VALUE = /^(?=.{0,4096}$)(?:is\.(?:true|false|null)|in\.\("(?:[^"\\\0]|\\["\\])*"\))$/s;
const AT_MOST_2048 = /^.{0,2048}$/su;

/** A `select` of some columns, each at most once and without an alias, or of all ('*'). */
function select(...columns: string[]): RegExp {
  const column = `(?:${columns.join('|')})`;
  return new RegExp(`^(?:\\*|(?!.*\\b(\\w+)\\b.*,\\1\\b)${column}(?:,${column})*)$`);
}

/** Far longer than a column allows, so that a longer text gets the database's own message. */
const text = z
  .string()
  .max(2000)
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'is not text');

/** What its user may change of a task. The database says which texts are days, ids and titles. */
const change = z
  .strictObject({
    ...{ title: text, task_date: text, emoji: text.nullable() },
    ...{ completed: z.boolean(), starred: z.boolean(), pinned: z.boolean() },
  })
  .partial();
const CHANGED = Object.keys(change.shape);
const newTask = change.extend({ id: text, user_id: text });
/** In a list every row has every field, because a row that lacks one would get null in its place. */
const newTasks = z.union([newTask.partial(), z.array(newTask.required()).min(1).max(100)]);
const task = select('id', ...CHANGED, 'user_id', 'created_at');
/** What a task has to be to be changed or deleted: what another device has changed since stays as it is. */
const unchanged = Object.fromEntries(CHANGED.map((column) => [column, VALUE]));
const profile = select('id', 'display_name', 'created_at');

const email = z.object({ email: text });
/** The page to return to. The server itself decides where the links of mails lead, so only Google's redirect gets it. */
const page = { redirect_to: /^/ };

const rowsOf =
  (api: string, session: boolean, maxBodyBytes: number) =>
  (method: Endpoint['method'], path: string, limit: LimitName, more: Partial<Endpoint> = {}): Endpoint => ({
    ...{ handler: 'library', session, query: {}, maxBodyBytes, ...more },
    ...{ method, path: `/${api}/v1/${path}`, limit },
  });
const auth = rowsOf('auth', false, 8 * 1024);
/** The largest body holds 100 tasks, each with a title of 200 characters of four bytes. */
const rest = rowsOf('rest', true, 128 * 1024);
const rpc = (name: string, limit: LimitName, fields: z.ZodRawShape = {}): Endpoint =>
  rest('POST', `rpc/${name}`, limit, { body: z.strictObject(fields) });

/** All endpoints that the site's client uses: there are no others. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth('POST', 'signup', 'sign-up-address', {
    ...{ handler: 'signUp', query: page, body: email.extend({ password: text }) },
  }),
  auth('POST', 'token', 'refresh-address', {
    handler: 'token',
    query: { 'grant_type!': /^(password|refresh_token|pkce)$/ },
    // The handler of a grant checks which fields it needs.
    body: z
      .object({ email: text, password: text, refresh_token: text, auth_code: text, code_verifier: text })
      .partial(),
  }),
  // A link is redeemed by its token alone, not by an e-mail address and a code.
  auth('POST', 'verify', 'redeem-address', {
    ...{ handler: 'verify', query: page, body: z.object({ token_hash: text, type: text }) },
  }),
  auth('POST', 'recover', 'mail-address', { handler: 'recover', query: page, body: email }),
  auth('POST', 'resend', 'mail-address', {
    ...{ handler: 'resend', query: page, body: email.extend({ type: z.literal('signup') }) },
  }),
  auth('GET', 'user', 'read-user', { session: true }),
  auth('PUT', 'user', 'password-user', {
    ...{ handler: 'changePassword', session: true, query: page, body: z.object({ password: text }) },
  }),
  auth('POST', 'logout', 'write-user', { session: true, query: { scope: /^(global|local|others)$/ } }),
  auth('GET', 'settings', 'public-address'),
  auth('GET', 'authorize', 'public-address', {
    isRedirect: true,
    query: {
      'provider!': /^google$/,
      redirect_to: AT_MOST_2048,
      code_challenge: /^[\w-]{43,128}$/,
      code_challenge_method: /^s256$/i,
      access_type: /^offline$/,
      prompt: /^consent$/,
    },
  }),
  auth('GET', 'callback', 'public-address', {
    ...{ isRedirect: true, removesOthers: true },
    query: {
      state: /^[\w-]{1,64}$/,
      code: AT_MOST_2048,
      error: /^\w{1,64}$/,
      error_description: AT_MOST_2048,
    },
  }),
  rest('GET', 'tasks', 'read-user', {
    query: {
      'select!': task,
      id: ID,
      'task_date+': new RegExp(`^(?:[gl]te|lt)\\.${DAY}$`),
      // Unfinished tasks: one more than the page shows, to see whether there are more.
      completed: /^is\.false$/,
      limit: /^101$/,
      order: /^(?:created_at\.asc(,id\.asc)?|task_date\.asc)$/,
      or: new RegExp(`^\\(${AFTER}\\)$`, 'i'),
    },
  }),
  // supabase-js names the columns of a list. The body's schema says which those are.
  rest('POST', 'tasks', 'write-user', {
    ...{ query: { select: task, columns: /^"\w{1,20}"(?:,"\w{1,20}"){7}$/ }, body: newTasks },
  }),
  rest('PATCH', 'tasks', 'write-user', { query: { ...unchanged, 'id!': ID, select: task }, body: change }),
  rest('DELETE', 'tasks', 'write-user', { query: { ...unchanged, 'id!': IDS, select: task } }),
  rest('GET', 'profiles', 'read-user', { query: { 'select!': profile, id: ID } }),
  rest('PATCH', 'profiles', 'write-user', {
    ...{ query: { 'id!': ID, select: profile }, body: z.strictObject({ display_name: text }) },
  }),
  rpc('delete_account', 'write-user'),
  rpc('search_tasks', 'read-user', { search: text }),
  rpc('tasks_version', 'read-user'),
  rpc('restore_task', 'write-user', { task_id: text }),
  // `rpc/calendar_feed` opens a feed by its secret. It is missing because only the server calls it.
  rpc('calendar_feed_since', 'read-user'),
  rpc('renew_calendar_feed', 'write-user'),
  rpc('withdraw_calendar_feed', 'write-user'),
];
