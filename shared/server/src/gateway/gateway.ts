import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Guesses } from '../auth/guesses.ts';
import type { Backend } from '../backend/backend.ts';
import type { Client } from '../http/client.ts';
import {
  RESPONSE_HEADERS,
  hasGoneAway,
  limitBody,
  queryOf,
  readJson,
  type Env,
  type HttpContext,
} from '../http/respond.ts';
import { ENDPOINTS, type Call, type Endpoint, type Handle, type HandlerName } from './endpoints.ts';
import { busy, errorFor, refuseSession, tooMany } from './errors.ts';
import { createQueue, type Limits } from './limits.ts';
import { checkQuery, type Body } from './rules.ts';
import type { NoSession, Session } from './sessions.ts';

export interface GatewayParts {
  handlers: Readonly<Record<HandlerName, Handle>>;
  checkSession(authorization: string | undefined): Promise<Session | NoSession>;
  limits: Limits;
  /** Counts sign-in attempts. */
  guesses: Guesses;
  client: Client;
  publishableKey: string;
  /** Whether an address belongs to the site, so that Google may redirect to it. */
  isOwnPage(address: string): boolean;
  /** Whether addresses must be confirmed. If so, the duration of a sign-up must not reveal who has an account. */
  hidesSignUps: boolean;
}

/** Repeated refusals are delayed: a client that retries in a loop gets two responses a second. */
const REFUSAL_DELAY_MILLISECONDS = 500;
/** Longer than a request takes, on an idle machine, whose duration could reveal whether an account exists. */
const MIN_DURATION_MILLISECONDS = 350;

/** The only access to the embedded backend: it serves the listed endpoints and nothing else. */
export function createGateway(parts: GatewayParts): Hono<Env> {
  const { handlers, checkSession, limits, guesses, client, publishableKey, isOwnPage } = parts;
  // The database runs one query at a time.
  const workQueue = createQueue({ running: 4, waiting: 256, waitingEach: 64 });
  // One hash at a time leaves a processor to the thread that serves requests.
  const hashQueue = createQueue({ running: 1, waiting: 64, waitingEach: 24 });

  /** Checks everything that the endpoint demands, in the order of its cost, and hands the request to its handler. */
  async function enforce(endpoint: Endpoint, context: HttpContext): Promise<Response> {
    const { path } = endpoint;
    const { incoming } = context.env;
    if (incoming.method !== endpoint.method) return notFound(context);
    if (endpoint.key && !isSame(incoming.headers['apikey'], publishableKey))
      return errorFor(path, 401, 'no_api_key', 'The apikey of this request is not the one of this site');
    const address = client.addressOf(incoming);
    const refusal = await checkLimit(endpoint, endpoint.addressLimit, address);
    if (refusal) return refusal;
    const query = checkQuery(endpoint.query, queryOf(context));
    const headers = readHeaders(incoming.headers);
    if (query === null || headers === null)
      return errorFor(path, 400, 'not_asked', 'This site never asks that');
    const redirect = query.get('redirect_to');
    if (redirect !== null && !isOwnPage(redirect)) query.delete('redirect_to');
    const body = await readBody(endpoint, context);
    if (body instanceof Response) return body;

    const call = { endpoint, query, body, session: null, address, headers };
    const isGuess = query.get('grant_type') === 'password';
    const tooManyGuesses = isGuess ? await guesses.take(call) : null;
    if (tooManyGuesses) return tooManyGuesses;
    const queue = isGuess || endpoint.hashesPassword ? hashQueue : workQueue;
    const result = await queue.enqueue(
      address,
      () => hasGoneAway(context),
      () => handle(call),
    );
    if (isGuess && (result === 'busy' || result === 'gone')) await guesses.giveBack(call);
    return result === 'busy' ? busy(path) : result === 'gone' ? new Response(null, { status: 499 }) : result;
  }

  async function handle(call: Call): Promise<Response> {
    const { endpoint, headers } = call;
    if (!endpoint.session) return handlers[endpoint.handler](call);
    const session = await checkSession(headers.authorization);
    if (typeof session === 'string') return refuseSession(endpoint.path, session);
    const refusal = await checkLimit(endpoint, endpoint.userLimit, session.userId);
    return refusal ?? handlers[endpoint.handler]({ ...call, session });
  }

  /** Counts a request against a limit. Returns the error response if it exceeds the limit, otherwise null. */
  async function checkLimit({ path }: Endpoint, limit: Endpoint['userLimit'], key: string) {
    const seconds = limit === undefined ? null : await limits.take(limit, key);
    const what = limit === 'mail-address' ? 'mails' : limit === 'write-user' ? 'changes' : 'attempts';
    return seconds === null ? null : tooMany(path, what, seconds);
  }

  async function slowDown(result: Response, context: HttpContext): Promise<Response> {
    const isRefused = result.status === 429 || result.status === 503;
    const address = client.addressOf(context.env.incoming);
    if (isRefused && (await limits.take('refused-address', address)) !== null)
      await wait(REFUSAL_DELAY_MILLISECONDS);
    return result;
  }

  const isPadded = ({ handler }: Endpoint) =>
    handler === 'signUp' ? parts.hidesSignUps : handler === 'recover' || handler === 'resend';

  const api = new Hono<Env>();
  for (const endpoint of ENDPOINTS) {
    const { method, path, maxBodyBytes } = endpoint;
    const tooLarge = () => withHeaders(errorFor(path, 413, 'too_large', 'The request is too large'));
    api.on(method, path, limitBody(maxBodyBytes, tooLarge), async (context) => {
      const serve = () => enforce(endpoint, context);
      const result = isPadded(endpoint) ? padDuration(serve) : serve();
      return withHeaders(await slowDown(await result, context));
    });
  }
  return api.all('/auth/v1/*', notFound).all('/rest/v1/*', notFound);
}

const notFound = ({ req }: HttpContext): Response =>
  withHeaders(errorFor(req.path, 404, 'not_found', 'There is no such endpoint'));

const withHeaders = (response: Response): Response => {
  for (const [name, value] of Object.entries(RESPONSE_HEADERS)) response.headers.set(name, value);
  return response;
};

/** Resolves after a minimum duration, so that timing does not reveal whether an account exists. */
async function padDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + MIN_DURATION_MILLISECONDS;
  const result = await work();
  await wait(Math.max(0, end - performance.now()));
  return result;
}

function isSame(given: string | string[] | undefined, key: string): boolean {
  const [sent, own] = [Buffer.from(String(given ?? '')), Buffer.from(key)];
  return sent.length === own.length && timingSafeEqual(sent, own);
}

const PREFERENCES = /^(return=(representation|minimal)|count=exact|resolution=ignore-duplicates)$/;
const ACCEPTED = /^(\*\/\*|application\/json|application\/vnd\.pgrst\.object\+json)(;.*)?$/;

/** Reads the headers that the API uses. Returns null for a preference that the site's client never sends. */
function readHeaders(headers: IncomingHttpHeaders): Call['headers'] | null {
  const split = (value: string | string[] = '') =>
    String(value)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const prefer = split(headers['prefer']);
  if (!prefer.every((each) => PREFERENCES.test(each))) return null;
  const accept = split(headers.accept).filter((each) => ACCEPTED.test(each));
  return {
    ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
    ...(accept.length > 0 ? { accept: accept.join(', ') } : {}),
    ...(prefer.length > 0 ? { prefer: prefer.join(', ') } : {}),
  };
}

/** The body parsed by the endpoint's schema (null: it has none), or the error response. */
async function readBody(
  { path, body: schema }: Endpoint,
  context: HttpContext,
): Promise<Body | null | Response> {
  if (schema === undefined) return null;
  if (!/^application\/json\s*(;|$)/i.test(context.req.header('content-type') ?? ''))
    return errorFor(path, 415, 'unsupported_media_type', 'The body of this request must be JSON');
  const value = await readJson(context);
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const invalidField = error.issues[0]?.path.join('.') ?? '';
  const message =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? `The body of this request is not as it must be${invalidField === '' ? '' : `: ${invalidField}`}`
      : 'Could not read a JSON object from the request body';
  return errorFor(path, 400, path.startsWith('/auth/') ? 'validation_failed' : 'PGRST102', message);
}

/** The response headers that are passed on. The library's others concern tokens, CORS or the library itself. */
const FORWARDED = ['content-type', 'content-range', 'location', 'preference-applied', 'x-sb-error-code'];

/** Builds a new request from the validated values: nothing that the client sent reaches the library directly. */
export function createLibrary(fetch: Backend['fetch'], publishableKey: string): Handle {
  return async function callLibrary({ endpoint, query, body, headers, session }: Call) {
    const search = query.size > 0 ? `?${query.toString()}` : '';
    const { accept, prefer } = headers;
    // For rows the library takes the verified claims; only its account endpoints read the token itself.
    const needsToken = endpoint.session && endpoint.path.startsWith('/auth/');
    const authorization = needsToken ? headers.authorization : undefined;
    const request = new Request(`http://backend${endpoint.path}${search}`, {
      method: endpoint.method,
      headers: {
        apikey: publishableKey,
        ...(authorization === undefined ? {} : { authorization }),
        ...(accept === undefined ? {} : { accept }),
        ...(prefer === undefined ? {} : { prefer }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const response = await fetch(request, session?.claims);
    const forwarded = FORWARDED.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    const content = Buffer.from(await response.arrayBuffer());
    return new Response(content.length > 0 ? content : null, { status: response.status, headers: forwarded });
  };
}
