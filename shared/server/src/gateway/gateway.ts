import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Guesses } from '../auth/guesses.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import { hasGoneAway, isClosed, type Handler, type SiteRequest, type SiteResponse } from '../http/handler.ts';
import { discardRest } from '../http/readBody.ts';
import { RESPONSE_HEADERS, refuse } from '../http/respond.ts';
import type { Target } from '../http/target.ts';
import { busy, errorFor, tooMany } from './errorResponses.ts';
import type { Call, Handle } from './call.ts';
import { findEndpoint, type Endpoint, type HandlerName } from './endpoints.ts';
import type { Limits } from './limits.ts';
import { checkQuery } from './queries.ts';
import { createQueue } from './queue.ts';
import { readHeaders, readJson, refuseSession } from './read.ts';
import type { NoSession, Session } from './sessions.ts';

export interface GatewayParts {
  handlers: Readonly<Record<HandlerName, Handle>>;
  checkSession(authorization: string | undefined): Promise<Session | NoSession>;
  limits: Limits;
  /** Counts sign-in attempts. */
  guesses: Guesses;
  addressOf: ReadAddress;
  publishableKey: string;
  /** Whether an address belongs to the site, so that Google may redirect to it. */
  isOwnPage(address: string): boolean;
  /** Whether addresses must be confirmed. If so, the duration of a sign-up must not reveal who has an account. */
  hidesSignUps: boolean;
  reportFault: (line: string) => void;
}

/** Whether a path belongs to the API, even if there is no such endpoint. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/auth/v1') || path.startsWith('/rest/v1');
}

export type Gateway = ReturnType<typeof createGateway>;

/** The only access to the embedded backend: it serves the listed endpoints and nothing else (decision 026). */
export function createGateway(parts: GatewayParts) {
  const { handlers, checkSession, limits, guesses, addressOf, publishableKey, isOwnPage, reportFault } =
    parts;
  // The database runs one query at a time, so it gains nothing from more.
  const workQueue = createQueue({ running: 4, waiting: 256, waitingEach: 64 });
  // One hash at a time leaves a processor to the thread that serves requests.
  const hashQueue = createQueue({ running: 1, waiting: 64, waitingEach: 24 });

  /** Counts a request against its limit. Returns the error response if it exceeds the limit, otherwise null. */
  async function checkLimit(
    endpoint: Endpoint,
    address: string,
    session: Session | null,
  ): Promise<Response | null> {
    const { path, addressLimit, userLimit } = endpoint;
    const seconds =
      session === null
        ? addressLimit && (await limits.take(addressLimit, address))
        : userLimit && (await limits.take(userLimit, session.userId));
    if (typeof seconds !== 'number') return null;
    return tooMany(
      path,
      addressLimit === 'mail-address' ? 'mails' : userLimit === 'write-user' ? 'changes' : 'attempts',
      seconds,
    );
  }

  async function serve(target: Target, request: SiteRequest, response: SiteResponse): Promise<Response> {
    const { path } = target;
    const endpoint = findEndpoint(request.method ?? '', path);
    if (!endpoint) return errorFor(path, 404, 'not_found', 'There is no such endpoint');
    if (endpoint.key && !isSame(request.headers['apikey'], publishableKey))
      return errorFor(path, 401, 'no_api_key', 'The apikey of this request is not the one of this site');
    const address = addressOf(request);
    const refusal = await checkLimit(endpoint, address, null);
    if (refusal) return refusal;
    const query = checkQuery(endpoint.query, target.query);
    const headers = readHeaders(request);
    if (query === null || headers === null)
      return errorFor(path, 400, 'not_asked', 'This site never asks that');
    const redirect = query.get('redirect_to');
    if (redirect !== null && !isOwnPage(redirect)) query.delete('redirect_to');
    const read = await readJson(request, endpoint);
    if (!read.ok) return read.refusal;

    const call = { endpoint, query, body: read.body, session: null, address, headers };
    const isGone = () => isClosed(response) || hasGoneAway(request);
    const isGuess = query.get('grant_type') === 'password';
    const tooManyGuesses = isGuess ? await guesses.take(call) : null;
    if (tooManyGuesses) return tooManyGuesses;
    const queue = isGuess || endpoint.hashesPassword ? hashQueue : workQueue;
    const result = await queue.enqueue(address, isGone, () => handle(call));
    if (isGuess && (result === 'busy' || result === 'gone')) await guesses.giveBack(call);
    return result === 'busy' ? busy(path) : result === 'gone' ? new Response(null, { status: 499 }) : result;
  }

  async function handle(call: Call): Promise<Response> {
    const { endpoint, headers, address } = call;
    const { session: needsSession, path, handler } = endpoint;
    if (!needsSession) return handlers[handler](call);
    const session = await checkSession(headers.authorization);
    if (typeof session === 'string') return refuseSession(path, session);
    return (await checkLimit(endpoint, address, session)) ?? handlers[handler]({ ...call, session });
  }

  /** Delays repeated refusals: a client that retries in a loop gets two responses a second. */
  async function slowDown(result: Response, request: SiteRequest): Promise<Response> {
    const isRefused = result.status === 429 || result.status === 503;
    const isRepeated = isRefused && (await limits.take('refused-address', addressOf(request))) !== null;
    if (isRepeated) await wait(REFUSAL_DELAY_MILLISECONDS);
    return result;
  }

  const api: Handler = (request, response, target) => {
    const isPadded = target.path === '/auth/v1/signup' ? parts.hidesSignUps : SENDS_MAIL.test(target.path);
    (isPadded ? padDuration(() => serve(target, request, response)) : serve(target, request, response))
      .then((result) => slowDown(result, request))
      .then((result) => send(result, request, response))
      .catch((error: unknown) => {
        if (hasGoneAway(request) || isClosed(response)) return void response.destroy();
        const { name, stack } = error instanceof Error ? error : new Error(String(error));
        reportFault(`A request failed with ${name} ${stack?.split('\n')[1]?.trim() ?? ''}.`);
        if (response.headersSent) return void response.destroy();
        refuse(request, response, 500, 'Internal server error');
      });
  };
  return { api, waiting: () => workQueue.waiting() + hashQueue.waiting() };
}

const REFUSAL_DELAY_MILLISECONDS = 500;
const SENDS_MAIL = /^\/auth\/v1\/(recover|resend)$/;

function isSame(given: string | string[] | undefined, key: string): boolean {
  const [sent, own] = [Buffer.from(String(given ?? '')), Buffer.from(key)];
  return sent.length === own.length && timingSafeEqual(sent, own);
}

async function send(result: Response, request: SiteRequest, response: SiteResponse): Promise<void> {
  const body = Buffer.from(await result.arrayBuffer());
  if (result.status === 413) await discardRest(request);
  if (isClosed(response)) return;
  response.writeHead(result.status, {
    ...RESPONSE_HEADERS,
    ...Object.fromEntries(result.headers),
    ...(result.status === 204 || result.status === 304 ? {} : { 'Content-Length': body.length }),
    // The rest of a body that is too large is not read.
    ...(result.status === 413 && request.httpVersionMajor < 2 ? { Connection: 'close' } : {}),
  });
  response.end(body);
  if (result.status === 413) response.stream?.close();
}

/** Longer than any of these requests takes on an idle machine. */
const MIN_DURATION_MILLISECONDS = 350;

/** Resolves after a minimum duration, so that timing does not reveal whether an account exists (rule account-secrecy). */
async function padDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + MIN_DURATION_MILLISECONDS;
  const result = await work();
  await wait(Math.max(0, end - performance.now()));
  return result;
}
