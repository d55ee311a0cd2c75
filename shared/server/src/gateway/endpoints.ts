import * as z from 'zod';
import type { LimitName } from './limits.ts';

/** Which handler serves an endpoint: the library itself, or one of `auth/accounts.ts`, which may call it. */
export type HandlerName = 'library' | 'signUp' | 'token' | 'verify' | 'recover' | 'resend' | 'changePassword';

/** The JSON of a request: fields, or a list of rows. */
export type Body = Record<string, unknown> | Record<string, unknown>[];

/** One method of one path, with the conditions under which the gateway lets a request through. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  handler: HandlerName;
  /** Whether it requires a signed-in user whose session still exists. */
  session: boolean;
  /** The parameters that a query may have, each once, and what their values look like. */
  query: Readonly<Record<string, RegExp>>;
  /** The parameter that a query must have, and the one that it may have twice. */
  required?: string;
  twice?: string;
  /** A browser that is redirected to Google and back sends no key. */
  isRedirect?: boolean;
  /** Google may add parameters at any time: they are removed, not refused. */
  removesOthers?: boolean;
  /** On /auth/v1, supabase-js sends fields that the site does not use: they are removed. On /rest/v1 they are refused. */
  body?: z.ZodType<Body>;
  /** In bytes. */
  maxBodyBytes: number;
  /** The limit for the client's address, checked before anything else is done; the limit for the signed-in user. */
  addressLimit?: LimitName;
  userLimit?: LimitName;
  /** The handler hashes passwords: it runs in a separate queue. */
  hashesPassword?: boolean;
}

/** Takes an endpoint and a raw query. Returns the query to pass on, or null if the endpoint does not allow it. */
export function checkQuery(endpoint: Endpoint, raw: string): URLSearchParams | null {
  const checked = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(raw)) {
    const rule = Object.hasOwn(endpoint.query, name) ? endpoint.query[name] : undefined;
    if (rule === undefined && endpoint.removesOthers) continue;
    const isOneTooMany = checked.has(name) && (name !== endpoint.twice || checked.getAll(name).length > 1);
    if (rule?.test(value) !== true || isOneTooMany) return null;
    checked.append(name, value);
  }
  return endpoint.required === undefined || checked.has(endpoint.required) ? checked : null;
}

const DAY = String.raw`\d{4}-\d\d-\d\d`;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const INSTANT = String.raw`"${DAY}T\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)"`;
const ID = new RegExp(`^eq\\.${UUID}$`, 'i');
const FLAG = /^is\.(?:true|false)$/;
const AT_MOST_2048 = /^.{0,2048}$/su;
/** One quoted text, as long as a body allows at most; PostgreSQL cannot store NUL. */
const TEXT = /^(?=.{0,4096}$)in\.\("(?:[^"\\\0]|\\["\\])*"\)$/s;

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid text. */
const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed(), 'is not text');
const email = text.max(255);
/** No account has a longer one, since bcrypt reads 72 bytes. From 73 bytes on the error is that of `passwords.ts`. */
const password = text.max(1024);
const code = text.max(255);
const nothing = z.strictObject({});

/** The columns of a task that its user may change, and how a change or a deletion names what the task has to be. */
const TASK: Readonly<Record<string, { value: z.ZodType; filter: RegExp }>> = {
  // Far longer than the column allows, so that a title that is too long gets the database's own message.
  title: { value: text.max(2000), filter: TEXT },
  task_date: { value: z.string().regex(new RegExp(`^${DAY}$`)), filter: new RegExp(`^in\\.\\("${DAY}"\\)$`) },
  emoji: { value: text.max(200).nullable(), filter: new RegExp(`^is\\.null$|${TEXT.source}`, 's') },
  completed: { value: z.boolean(), filter: FLAG },
  starred: { value: z.boolean(), filter: FLAG },
  pinned: { value: z.boolean(), filter: FLAG },
};

function mapTask<Value>(map: (column: (typeof TASK)[string]) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(TASK).map(([name, column]) => [name, map(column)]));
}

/** A `select` of some columns, each at most once and without an alias, or of all ('*'). */
function select(...columns: string[]): RegExp {
  const column = `(?:${columns.join('|')})`;
  return new RegExp(`^(?:\\*|(?!.*\\b(\\w+)\\b.*,\\1\\b)${column}(?:,${column})*)$`);
}

const task = select('id', ...Object.keys(TASK), 'user_id', 'created_at');
const profile = select('id', 'display_name', 'created_at');
const taskFilters = mapTask(({ filter }) => filter);
const taskChange = z.strictObject(mapTask(({ value }) => value)).partial();
const newTask = taskChange.required().extend({ id: z.guid(), user_id: z.guid() });
/** In a list every row has every field, because a row that lacks one would get null in its place. */
const newTasks = z.union([
  newTask.partial().required({ title: true, task_date: true }),
  z.array(newTask).min(1).max(100),
]);

type Options = Partial<Omit<Endpoint, 'method' | 'path' | 'handler'>>;

const auth = (
  method: Endpoint['method'],
  name: string,
  handler: HandlerName,
  options: Options,
): Endpoint => ({
  ...{ session: false, query: {}, maxBodyBytes: 8 * 1024, ...options },
  ...{ method, path: `/auth/v1/${name}`, handler },
});

const rest = (
  method: Endpoint['method'],
  name: string,
  limit: 'read-user' | 'write-user',
  options: Options,
): Endpoint => ({
  ...{ session: true, query: {}, maxBodyBytes: 64 * 1024, userLimit: limit, ...options },
  ...{ method, path: `/rest/v1/${name}`, handler: 'library' },
});

/** A function of the database. */
const rpc = (name: string, limit: 'read-user' | 'write-user', body: z.ZodType<Body> = nothing): Endpoint =>
  rest('POST', `rpc/${name}`, limit, { body });

/** The page to return to. The server itself decides where the links of mails lead, so only Google's redirect gets it. */
const redirect = { redirect_to: /^/ };

const mail = { query: redirect, addressLimit: 'mail-address' } as const;

/** All endpoints that the site's client uses: there are no others. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth('POST', 'signup', 'signUp', {
    query: redirect,
    body: z.object({ email, password }),
    addressLimit: 'sign-up-address',
    hashesPassword: true,
  }),
  auth('POST', 'token', 'token', {
    query: { grant_type: /^(password|refresh_token|pkce)$/ },
    required: 'grant_type',
    // The handler of a grant checks which fields it needs.
    body: z.object({ email, password, refresh_token: code, auth_code: code, code_verifier: code }).partial(),
    addressLimit: 'refresh-address',
  }),
  auth('POST', 'verify', 'verify', {
    query: redirect,
    // A link is redeemed by its token alone, not by an e-mail address and a code.
    body: z.object({
      token_hash: code,
      type: z.enum(['signup', 'recovery', 'email', 'magiclink', 'invite', 'email_change']),
    }),
    addressLimit: 'redeem-address',
  }),
  auth('POST', 'recover', 'recover', { ...mail, body: z.object({ email }) }),
  auth('POST', 'resend', 'resend', { ...mail, body: z.object({ email, type: z.literal('signup') }) }),
  auth('GET', 'user', 'library', { session: true, userLimit: 'read-user' }),
  auth('PUT', 'user', 'changePassword', {
    session: true,
    query: redirect,
    body: z.object({ password }),
    userLimit: 'password-user',
    hashesPassword: true,
  }),
  auth('POST', 'logout', 'library', {
    session: true,
    query: { scope: /^(global|local|others)$/ },
    userLimit: 'write-user',
  }),
  auth('GET', 'settings', 'library', { addressLimit: 'public-address' }),
  auth('GET', 'authorize', 'library', {
    query: {
      provider: /^google$/,
      redirect_to: AT_MOST_2048,
      code_challenge: /^[\w-]{43,128}$/,
      code_challenge_method: /^s256$/i,
      access_type: /^offline$/,
      prompt: /^consent$/,
    },
    ...{ required: 'provider', isRedirect: true, addressLimit: 'public-address' },
  }),
  auth('GET', 'callback', 'library', {
    query: {
      state: /^[\w-]{1,64}$/,
      code: AT_MOST_2048,
      error: /^\w{1,64}$/,
      error_description: AT_MOST_2048,
    },
    ...{ isRedirect: true, removesOthers: true, addressLimit: 'public-address' },
  }),
  rest('GET', 'tasks', 'read-user', {
    query: {
      select: task,
      id: ID,
      task_date: new RegExp(`^(?:[gl]te|lt)\\.${DAY}$`),
      // Unfinished tasks: one more than the page shows, to see whether there are more.
      completed: /^is\.false$/,
      limit: /^101$/,
      order: /^(?:created_at\.asc(,id\.asc)?|task_date\.asc)$/,
      // The next page: what was created after the last task of the page before.
      or: new RegExp(
        `^\\(created_at\\.gt\\.${INSTANT},and\\(created_at\\.eq\\.${INSTANT},id\\.gt\\.${UUID}\\)\\)$`,
        'i',
      ),
    },
    ...{ required: 'select', twice: 'task_date' },
  }),
  rest('POST', 'tasks', 'write-user', {
    // supabase-js names the columns of a list. The body's schema says which those are.
    query: { select: task, columns: /^"\w{1,20}"(?:,"\w{1,20}"){7}$/ },
    body: newTasks,
    // 100 tasks, each with a title of 200 characters of four bytes.
    maxBodyBytes: 128 * 1024,
  }),
  // The filters are what the task has to be: what another device has changed since stays as it is.
  rest('PATCH', 'tasks', 'write-user', {
    query: { ...taskFilters, id: ID, select: task },
    required: 'id',
    body: taskChange,
  }),
  rest('DELETE', 'tasks', 'write-user', {
    query: {
      ...taskFilters,
      id: new RegExp(`^(?:eq\\.${UUID}|in\\.\\(${UUID}(?:,${UUID}){0,99}\\))$`, 'i'),
      select: task,
    },
    required: 'id',
  }),
  rest('GET', 'profiles', 'read-user', { query: { select: profile, id: ID }, required: 'select' }),
  rest('PATCH', 'profiles', 'write-user', {
    query: { select: profile, id: ID },
    required: 'id',
    body: z.strictObject({ display_name: text.max(1000) }),
  }),
  rpc('delete_account', 'write-user'),
  // Longer than a page lets users type; the database reads only 200 characters.
  rpc('search_tasks', 'read-user', z.strictObject({ search: text.max(400) })),
  rpc('tasks_version', 'read-user'),
  rpc('restore_task', 'write-user', z.strictObject({ task_id: z.guid() })),
  // `rpc/calendar_feed` opens a feed by its secret. It is missing because only the server calls it.
  rpc('calendar_feed_since', 'read-user'),
  rpc('renew_calendar_feed', 'write-user'),
  rpc('withdraw_calendar_feed', 'write-user'),
];
