import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import { verify } from 'hono/jwt';
import type { SiteParts } from '../parts.ts';
import { createAccounts } from '../auth/accounts.ts';
import type { Backend } from '../backend/backend.ts';
import { ownOrigins } from '../http/client.ts';
import {
  type Env,
  hasGoneAway,
  type HttpContext,
  limitBody,
  queryOf,
  readJson,
  RESPONSE_HEADERS,
} from '../http/respond.ts';
import { WRONG_PASSWORD, emailOf, errorFor, tooMany, type Call, type Handle, type Session } from './call.ts';
import { ENDPOINTS, checkQuery, type Endpoint } from './endpoints.ts';
import { createQueue, type LimitName } from './limits.ts';

const REFUSAL_DELAY_MILLISECONDS = 500;
/** Longer than a request takes whose duration could reveal whether an account exists. */
const MIN_DURATION_MILLISECONDS = 350;

/** The library's other headers concern tokens, CORS or the library itself. */
const FORWARDED = ['content-type', 'content-range', 'location', 'preference-applied', 'x-sb-error-code'];

/** Builds a new request: nothing that the client sent reaches the library directly. */
function createLibrary({ fetch, secrets }: Backend): Handle {
  return async ({ endpoint: { method, path }, query, body, headers: sent, session }) => {
    const headers = new Headers(sent);
    headers.set('apikey', secrets.publishableKey);
    // Only the library's account endpoints read the token itself.
    if (session === null || path.startsWith('/rest/')) headers.delete('authorization');
    if (body !== null) headers.set('content-type', 'application/json');
    const content = body === null ? {} : { body: JSON.stringify(body) };
    const request = new Request(`http://backend${path}?${query.toString()}`, { method, headers, ...content });
    const response = await fetch(request, session?.claims);
    const answer = Buffer.from(await response.arrayBuffer());
    return new Response(answer.length > 0 ? answer : null, {
      status: response.status,
      headers: [...response.headers].filter(([name]) => FORWARDED.includes(name)),
    });
  };
}

/** The only access to the embedded backend: it serves the listed endpoints and nothing else. */
export function createGateway(site: SiteParts, backend: Backend, confirmEmail: boolean): Hono<Env> {
  const { limits, client, siteUrl } = site;
  const { publishableKey } = backend.secrets;
  const library = createLibrary(backend);
  const handlers = { library, ...createAccounts(site, backend, library, confirmEmail) };
  /** To which Google may redirect. */
  const origins = ownOrigins(siteUrl);
  const findSession = createSessionCheck(backend);
  // The database runs one query at a time.
  const workQueue = createQueue({ running: 4, waiting: 256, waitingEach: 64 });
  const hashQueue = createQueue({ running: 1, waiting: 64, waitingEach: 24 });

  /** Checks what the endpoint demands, in the order of its cost, and hands the request to its handler. */
  async function enforce(endpoint: Endpoint, context: HttpContext): Promise<Response> {
    const { path } = endpoint;
    const { incoming } = context.env;
    if (incoming.method !== endpoint.method) return notFound(context);
    if (!endpoint.isRedirect && incoming.headers['apikey'] !== publishableKey)
      return errorFor(path, 401, 'no_api_key', 'The apikey of this request is not the one of this site');
    const address = client.addressOf(incoming);
    const refusal = endpoint.session ? null : await refuseByLimit(endpoint, address);
    if (refusal) return refusal;
    const query = checkQuery(endpoint, queryOf(context));
    const headers = readHeaders(incoming.headers);
    if (query === null || headers === null)
      return errorFor(path, 400, 'not_asked', 'This site never asks that');
    const page = query.get('redirect_to') ?? '';
    const isOwnPage = URL.canParse(page) && origins.has(new URL(page).origin);
    if (endpoint.handler !== 'library' || !isOwnPage) query.delete('redirect_to');
    query.delete('columns');
    const body = await readBody(endpoint, context);
    if (body instanceof Response) return body;

    const call: Call = { endpoint, query, body, session: null, address, headers };
    const guess = query.get('grant_type') === 'password' ? usesOfGuess(call) : [];
    const seconds = await limits.takeAll(guess);
    if (seconds !== null) return tooMany(path, 'attempts', seconds);
    const queue = body !== null && 'password' in body ? hashQueue : workQueue;
    const isGone = () => hasGoneAway(context);
    const result = await queue.enqueue(address, isGone, () => handle(call));
    const isWrong = result instanceof Response && result.headers.get('X-Sb-Error-Code') === WRONG_PASSWORD;
    if (!isWrong) for (const use of guess) await limits.giveBack(...use);
    if (result instanceof Response) return result;
    if (result === 'gone') return new Response(null, { status: 499 });
    const busy = errorFor(path, 503, 'over_capacity', 'The server is busy. Please try again in a moment.');
    busy.headers.set('Retry-After', '2');
    return busy;
  }

  async function handle(call: Call): Promise<Response> {
    const { endpoint, headers } = call;
    const answer = handlers[endpoint.handler];
    if (!endpoint.session) return answer(call);
    const session = await findSession(endpoint.path, headers.get('authorization'));
    if (session instanceof Response) return session;
    return (await refuseByLimit(endpoint, session.userId)) ?? answer({ ...call, session });
  }

  /** Counts a request of an address or a user. Returns the error response if that is too many. */
  async function refuseByLimit({ path, limit }: Endpoint, key: string): Promise<Response | null> {
    const seconds = await limits.take(limit, key);
    const what = limit === 'mail-address' ? 'mails' : limit === 'write-user' ? 'changes' : 'attempts';
    return seconds === null ? null : tooMany(path, what, seconds);
  }

  /** Slows repeated refusals down, and adds the headers that every response has. */
  const finish: MiddlewareHandler<Env> = async (context, next) => {
    await next();
    const { status, headers } = context.res;
    for (const [name, value] of Object.entries(RESPONSE_HEADERS)) headers.set(name, value);
    const address = client.addressOf(context.env.incoming);
    if ((status === 429 || status === 503) && (await limits.take('refused-address', address)) !== null)
      await wait(REFUSAL_DELAY_MILLISECONDS);
  };

  const isPadded = ({ handler }: Endpoint) =>
    handler === 'signUp' ? confirmEmail : handler === 'recover' || handler === 'resend';

  const api = new Hono<Env>().use('/auth/v1/*', finish).use('/rest/v1/*', finish);
  for (const endpoint of ENDPOINTS) {
    const { method, path, maxBodyBytes } = endpoint;
    const tooLarge = () => errorFor(path, 413, 'too_large', 'The request is too large');
    api.on(method, path, limitBody(maxBodyBytes, tooLarge), async (context) => {
      const pause = isPadded(endpoint) ? wait(MIN_DURATION_MILLISECONDS) : null;
      const response = await enforce(endpoint, context);
      await pause;
      return response;
    });
  }
  return api.all('/auth/v1/*', notFound).all('/rest/v1/*', notFound);
}

/** A guess counts when it begins, also of an unknown account, and is refunded if the password is right. */
const usesOfGuess = (call: Call): [LimitName, string][] => [
  ['wrong-password', `${emailOf(call)} ${call.address}`],
  ['wrong-password-address', call.address],
  ['wrong-password-account', emailOf(call)],
];

const notFound = ({ req }: HttpContext): Response =>
  errorFor(req.path, 404, 'not_found', 'There is no such endpoint');

const PREFERENCES = /^(return=(representation|minimal)|count=exact|resolution=ignore-duplicates)?$/;
const ONE_ROW = 'application/vnd.pgrst.object+json';

/** Returns null for a preference that the site's client never sends. */
function readHeaders({ authorization, accept = '', prefer = '' }: IncomingHttpHeaders): Headers | null {
  const preferences = String(prefer).split(/\s*,\s*/);
  if (!preferences.every((each) => PREFERENCES.test(each))) return null;
  const headers = new Headers({ accept: accept.includes(ONE_ROW) ? ONE_ROW : 'application/json' });
  if (authorization !== undefined) headers.set('authorization', authorization);
  if (prefer !== '') headers.set('prefer', preferences.join(', '));
  return headers;
}

/** The body (null: none), or the error response. */
async function readBody({ path, body: schema }: Endpoint, context: HttpContext) {
  if (schema === undefined) return null;
  if (!/^application\/json\s*(;|$)/i.test(context.req.header('content-type') ?? ''))
    return errorFor(path, 415, 'unsupported_media_type', 'The body of this request must be JSON');
  const { success, data, error } = schema.safeParse(await readJson(context));
  if (success) return data;
  const field = error.issues[0]?.path.join('.') ?? '';
  const message = `The body of this request is not as it must be${field === '' ? '' : `: ${field}`}`;
  return errorFor(path, 400, path.startsWith('/auth/') ? 'validation_failed' : 'PGRST102', message);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Verified signatures. Expiry and session are checked on each request. */
const MAX_CACHED_TOKENS = 2_000;

/** Checks a token's signature and expiry, and that its session exists: returns the session or the error response. */
function createSessionCheck({ secrets, query }: Backend) {
  const verified = new Map<string, Awaited<ReturnType<typeof verify>>>();

  async function readClaims(token: string) {
    const cached = verified.get(token);
    if (cached?.exp !== undefined && cached.exp * 1000 > Date.now()) return cached;
    const options = { alg: 'HS256', aud: 'authenticated', iat: false } as const;
    const claims = await verify(token, secrets.jwtSecret, options);
    if (verified.size >= MAX_CACHED_TOKENS) verified.clear();
    verified.set(token, claims);
    return claims;
  }

  return async function findSession(path: string, authorization: string | null): Promise<Session | Response> {
    const refuse = (reason: keyof typeof REFUSALS) => {
      const { auth, rest } = REFUSALS[reason];
      return path.startsWith('/auth/')
        ? errorFor(path, auth[0], auth[1], auth[2])
        : errorFor(path, 401, rest[0], rest[1]);
    };
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) return refuse('missing');
    const claims = await readClaims(token).catch((error: Error) => error);
    if (claims instanceof Error) return refuse(claims.name === 'JwtTokenExpired' ? 'expired' : 'invalid');
    const { sub: userId, session_id: sessionId, role, exp } = claims;
    // Hono takes a token without an end.
    if (exp === undefined || !isUuid(userId) || !isUuid(sessionId) || role !== 'authenticated')
      return refuse('invalid');
    const exists = async (table: string, ...ids: string[]) =>
      (await query(`select 1 from auth.${table}`, ids)).length === 1;
    if (await exists('sessions where id = $1 and user_id = $2', sessionId, userId))
      return { userId, sessionId, claims };
    if (await exists('users where id = $1', userId)) return refuse('ended');
    // A client that lost the first response asks again.
    return path === '/rest/v1/rpc/delete_account'
      ? new Response(null, { status: 204 })
      : refuse('account gone');
  };
}

/** What GoTrue and PostgREST answer to a request without a valid session. */
const REFUSALS = {
  missing: {
    auth: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    rest: ['PGRST302', 'Anonymous access is disabled'],
  },
  invalid: { auth: [403, 'bad_jwt', 'invalid JWT'], rest: ['PGRST301', 'The token is not valid'] },
  expired: { auth: [403, 'bad_jwt', 'invalid JWT: token is expired'], rest: ['PGRST303', 'JWT expired'] },
  ended: {
    auth: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
    rest: ['PGRST301', 'The session has ended'],
  },
  'account gone': {
    auth: [403, 'user_not_found', 'User from sub claim in JWT does not exist'],
    rest: ['PGRST301', 'The session has ended'],
  },
} as const;
