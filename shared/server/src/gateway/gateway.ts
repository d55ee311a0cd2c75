import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Guesses } from '../auth/guesses.ts';
import { isUnavailable } from '../backend/unavailable.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import { hasGoneAway, isClosed, type Handler, type SiteRequest, type SiteResponse } from '../http/handler.ts';
import { dropRest } from '../http/readBody.ts';
import { ANSWER_HEADERS, refuse } from '../http/respond.ts';
import type { Target } from '../http/target.ts';
import { busy, errorFor, tooMany } from './answers.ts';
import type { Call, Handle } from './call.ts';
import type { Endpoint, HandlerName } from './endpoints.ts';
import type { Limits } from './limits.ts';
import { checkQuery } from './queries.ts';
import { createQueue } from './queue.ts';
import { readHeaders, readJson, refuseSession } from './read.ts';
import type { NoSession, Session } from './sessions.ts';

export interface GatewayParts {
  handlers: Readonly<Record<HandlerName, Handle>>;
  findEndpoint(method: string, path: string): Endpoint | undefined;
  checkSession(authorization: string | undefined): Promise<Session | NoSession>;
  limits: Limits;
  /** Counts the passwords of sign-ins. */
  guesses: Guesses;
  addressOf: ReadAddress;
  publishableKey: string;
  /** Whether a page is the site's own: where Google may lead back to. */
  isOwnPage(address: string): boolean;
  /** How many requests the database is asked for at once: where it answers one at a time, more would only take turns. */
  atOnce: number;
  /** Must an address be confirmed? Then the time of a sign-up must not reveal who has an account. */
  hidesSignUps: boolean;
  reportFault: (line: string) => void;
}

/** Whether a path belongs to the API, whether or not there is an endpoint. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/auth/v1') || path.startsWith('/rest/v1');
}

export type Gateway = ReturnType<typeof createGateway>;

/** The one way to the embedded backend: what is in the list of endpoints; nothing else exists (decision 026). */
export function createGateway(parts: GatewayParts) {
  const { handlers, checkSession, limits, guesses, addressOf, publishableKey, isOwnPage, reportFault } =
    parts;
  const { findEndpoint } = parts;
  const work = createQueue({ running: parts.atOnce, waiting: 256, waitingEach: 64 });
  // One processor is left to the thread that serves everyone.
  const hashWork = createQueue({ running: 1, waiting: 64, waitingEach: 24 });

  /** Counts a call. Returns the refusal when it is one too many. */
  async function count(
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

  async function answer(target: Target, request: SiteRequest, response: SiteResponse): Promise<Response> {
    const { path } = target;
    const endpoint = findEndpoint(request.method ?? '', path);
    if (!endpoint) return errorFor(path, 404, 'not_found', 'There is no such endpoint');
    if (endpoint.key && !isSame(request.headers['apikey'], publishableKey))
      return errorFor(path, 401, 'no_api_key', 'The apikey of this request is not the one of this site');
    const address = addressOf(request);
    const refusal = await count(endpoint, address, null);
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
    const line = isGuess || endpoint.hashes ? hashWork : work;
    const done = await line.enqueue(address, isGone, () => handle(call));
    if (isGuess && (done === 'busy' || done === 'gone')) await guesses.giveBack(call);
    return done === 'busy' ? busy(path) : done === 'gone' ? new Response(null, { status: 499 }) : done;
  }

  async function handle(call: Call): Promise<Response> {
    const { endpoint, headers, address } = call;
    const { session: needsSession, path, handler } = endpoint;
    if (!needsSession) return handlers[handler](call);
    const session = await checkSession(headers.authorization);
    if (typeof session === 'string') return refuseSession(path, session);
    return (await count(endpoint, address, session)) ?? handlers[handler]({ ...call, session });
  }

  /** Delays repeated refusals: a loop that asks as fast as it can asks twice a second. */
  async function slowDown(made: Response, request: SiteRequest): Promise<Response> {
    const isRefused = made.status === 429 || made.status === 503;
    const isAgain = isRefused && (await limits.take('refused-address', addressOf(request))) !== null;
    if (isAgain) await wait(REFUSED_MILLISECONDS);
    return made;
  }

  const api: Handler = (request, response, target) => {
    const hides = target.path === '/auth/v1/signup' ? parts.hidesSignUps : SENDS_MAIL.test(target.path);
    (hides ? takeTheSameTime(() => answer(target, request, response)) : answer(target, request, response))
      .then((made) => slowDown(made, request))
      .then((made) => send(made, request, response))
      .catch((error: unknown) => {
        if (hasGoneAway(request) || isClosed(response)) return void response.destroy();
        if (isUnavailable(error)) return send(busy(target.path), request, response);
        const { name, stack } = error instanceof Error ? error : new Error(String(error));
        reportFault(`A request failed with ${name} ${stack?.split('\n')[1]?.trim() ?? ''}.`);
        if (response.headersSent) return void response.destroy();
        refuse(request, response, 500, 'Internal server error');
      });
  };
  return { api, waiting: () => work.waiting() + hashWork.waiting() };
}

const REFUSED_MILLISECONDS = 500;
const SENDS_MAIL = /^\/auth\/v1\/(recover|resend)$/;

function isSame(given: string | string[] | undefined, key: string): boolean {
  const [sent, own] = [Buffer.from(String(given ?? '')), Buffer.from(key)];
  return sent.length === own.length && timingSafeEqual(sent, own);
}

async function send(answer: Response, request: SiteRequest, response: SiteResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status === 413) await dropRest(request);
  if (isClosed(response)) return;
  response.writeHead(answer.status, {
    ...ANSWER_HEADERS,
    ...Object.fromEntries(answer.headers),
    ...(answer.status === 204 || answer.status === 304 ? {} : { 'Content-Length': body.length }),
    // The rest of a body that is too large is never read.
    ...(answer.status === 413 && request.httpVersionMajor < 2 ? { Connection: 'close' } : {}),
  });
  response.end(body);
  if (answer.status === 413) response.stream?.close();
}

/** Longer than any of the answers takes on a quiet machine. */
const LEAST_MILLISECONDS = 350;

/** Answers after a fixed time at the earliest, which reveals nothing of accounts (rule account-secrecy). */
async function takeTheSameTime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + LEAST_MILLISECONDS;
  const answer = await work();
  await wait(Math.max(0, end - performance.now()));
  return answer;
}
