import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Guesses } from '../auth/guesses.ts';
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
import { errorFor, tooMany, type Call, type Handle } from './call.ts';
import { ENDPOINTS, checkQuery, type Body, type Endpoint, type HandlerName } from './endpoints.ts';
import { createQueue, type LimitName, type Limits } from './limits.ts';
import { refuseSession, type CheckSession } from './sessions.ts';

interface GatewayParts {
  handlers: Readonly<Record<HandlerName, Handle>>;
  checkSession: CheckSession;
  limits: Limits;
  guesses: Guesses;
  client: Client;
  publishableKey: string;
  /** The site's own origins, to which Google may redirect. */
  origins: ReadonlySet<string>;
  /** Whether addresses must be confirmed. If so, the duration of a sign-up must not reveal who has an account. */
  hidesSignUps: boolean;
}

/** Repeated refusals are delayed: a client that retries in a loop gets two responses a second. */
const REFUSAL_DELAY_MILLISECONDS = 500;
/** Longer than a request takes, on an idle machine, whose duration could reveal whether an account exists. */
const MIN_DURATION_MILLISECONDS = 350;

/** The only access to the embedded backend: it serves the listed endpoints and nothing else. */
export function createGateway(parts: GatewayParts): Hono<Env> {
  const { handlers, checkSession, limits, guesses, client, publishableKey, origins } = parts;
  // The database runs one query at a time.
  const workQueue = createQueue({ running: 4, waiting: 256, waitingEach: 64 });
  // One hash at a time leaves a processor to the thread that serves requests.
  const hashQueue = createQueue({ running: 1, waiting: 64, waitingEach: 24 });

  /** Checks everything that the endpoint demands, in the order of its cost, and hands the request to its handler. */
  async function enforce(endpoint: Endpoint, context: HttpContext): Promise<Response> {
    const { path } = endpoint;
    const { incoming } = context.env;
    if (incoming.method !== endpoint.method) return notFound(context);
    if (!endpoint.isRedirect && !isSame(incoming.headers['apikey'], publishableKey))
      return errorFor(path, 401, 'no_api_key', 'The apikey of this request is not the one of this site');
    const address = client.addressOf(incoming);
    const refusal = await checkLimit(path, endpoint.addressLimit, address);
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
    const isGuess = query.get('grant_type') === 'password';
    const tooManyGuesses = isGuess ? await guesses.take(call) : null;
    if (tooManyGuesses) return tooManyGuesses;
    const queue = isGuess || endpoint.hashesPassword ? hashQueue : workQueue;
    const result = await queue.enqueue(
      address,
      () => hasGoneAway(context),
      () => handle(call),
    );
    if (result instanceof Response) return result;
    if (isGuess) await guesses.giveBack(call);
    if (result === 'gone') return new Response(null, { status: 499 });
    const busy = errorFor(path, 503, 'over_capacity', 'The server is busy. Please try again in a moment.');
    busy.headers.set('Retry-After', '2');
    return busy;
  }

  async function handle(call: Call): Promise<Response> {
    const { endpoint, headers } = call;
    if (!endpoint.session) return handlers[endpoint.handler](call);
    const session = await checkSession(headers.authorization);
    if (typeof session === 'string') return refuseSession(endpoint.path, session);
    const refusal = await checkLimit(endpoint.path, endpoint.userLimit, session.userId);
    return refusal ?? handlers[endpoint.handler]({ ...call, session });
  }

  /** Counts a request against a limit. Returns the error response if it exceeds the limit, otherwise null. */
  async function checkLimit(path: string, limit: LimitName | undefined, key: string) {
    const seconds = limit === undefined ? null : await limits.take(limit, key);
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
    handler === 'signUp' ? parts.hidesSignUps : handler === 'recover' || handler === 'resend';

  const api = new Hono<Env>().use('/auth/v1/*', finish).use('/rest/v1/*', finish);
  for (const endpoint of ENDPOINTS) {
    const { method, path, maxBodyBytes } = endpoint;
    const tooLarge = () => errorFor(path, 413, 'too_large', 'The request is too large');
    api.on(method, path, limitBody(maxBodyBytes, tooLarge), (context) => {
      const serve = () => enforce(endpoint, context);
      return isPadded(endpoint) ? padDuration(serve) : serve();
    });
  }
  return api.all('/auth/v1/*', notFound).all('/rest/v1/*', notFound);
}

const notFound = ({ req }: HttpContext): Response =>
  errorFor(req.path, 404, 'not_found', 'There is no such endpoint');

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
function readHeaders({
  authorization,
  accept = '',
  prefer = '',
}: IncomingHttpHeaders): Call['headers'] | null {
  const partsOf = (value: string | string[]) =>
    String(value)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const preferences = partsOf(prefer);
  if (!preferences.every((each) => PREFERENCES.test(each))) return null;
  const types = partsOf(accept).filter((each) => ACCEPTED.test(each));
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(types.length > 0 ? { accept: types.join(', ') } : {}),
    ...(preferences.length > 0 ? { prefer: preferences.join(', ') } : {}),
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
