import { deadline } from './deadline.ts';
import type { HeldRefresh } from './heldRefresh.ts';
import { unusableResponse } from './retryAfter.ts';

/** The type of the browser's fetch and of a test's replacement for it. */
export type Fetch = typeof globalThis.fetch;

/** What requests to the auth server need that bypass supabase-js. */
export interface ServerAccess {
  url: string;
  key: string;
  /** A fetch from guardAuthFetch. */
  fetch: Fetch;
}

export interface GuardOptions {
  fetch: Fetch;
  timeoutMilliseconds: number;
  /** Called with the Date header of every response. */
  noteDate: (date: string | null) => void;
}

/** The code of a `network` error after a timeout: the server may still have carried out the request. */
const TIMED_OUT = 'no_answer';

/** The further options of the guard for the data API. */
export interface RestGuardOptions extends GuardOptions {
  /** The publishable key, which must never replace a user's token. */
  key: string;
  /** Returns a new token for one that the server refuses; null if the session is over. Rejects without a network. */
  renew: (token: string, signal: AbortSignal) => Promise<string | null>;
}

/**
 * Wraps a fetch: it has a timeout, and it returns JSON or fails. Any other response (the page of a gateway or a captive
 * portal, an empty body with an error status) does not come from the backend: it becomes the TypeError of a failed
 * fetch, so that no library reads it as 'not found', as 'signed out' or as an empty list.
 */
export function guardFetch({ fetch, timeoutMilliseconds, noteDate }: GuardOptions): Fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, signal: deadline(timeoutMilliseconds, init?.signal) });
    noteDate(response.headers.get('date'));
    const type = response.headers.get('content-type') ?? 'nothing readable';
    if (response.status === 204 || type.includes('json')) return response;
    void response.body?.cancel().catch(() => undefined); // only frees the connection
    throw unusableResponse(`The server answered ${response.status} with ${type}`, response);
  };
}

/**
 * Wraps a fetch for `/auth/v1`. A refresh returns a session or the backend's own refusal; any other response (a rate
 * limit, JSON of a portal or gateway) counts as failed, or supabase-js would remove a valid session (rule stored-session).
 */
export function guardAuthFetch(options: GuardOptions, refresh: HeldRefresh): Fetch {
  const guardedFetch = guardFetch(options);
  return (input, init) => {
    if (!urlOf(input).includes('grant_type=refresh_token')) return guardedFetch(input, init);
    const attempt = async (): Promise<Response> => {
      const response = await guardedFetch(input, init);
      if (await isRefreshResponse(response)) return response;
      throw unusableResponse(`The session cannot be refreshed now (${response.status})`, response);
    };
    const refreshToken = typeof init?.body === 'string' ? init.body : '';
    return refresh.run(refreshToken, attempt, init?.signal);
  };
}

async function isRefreshResponse(response: Response): Promise<boolean> {
  if (response.status === 429 || response.status === 408 || response.status >= 500) return false;
  const text = await response.clone().text();
  return (response.ok ? /"access_token"/ : /"(error_code|code|error)"/).test(text);
}

/**
 * Wraps a fetch for `/rest/v1`. In addition it
 * - refuses to send a request without a user's token: the server would return an empty week without an error;
 * - renews a token that the server calls expired, and repeats the request, each once. The server decides what is
 *   expired, not this device's clock, which may be wrong.
 */
export function guardRestFetch(options: RestGuardOptions): Fetch {
  const guardedFetch = guardFetch(options);
  return async (input, init) => {
    try {
      return await fetchAsUser(input, init);
    } catch (error) {
      if (isTimeout(error)) return timeoutResponse();
      throw error;
    }
  };

  async function fetchAsUser(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers);
    const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
    if (token === '' || token === options.key) return noSessionResponse();

    const signal = deadline(options.timeoutMilliseconds, init?.signal); // one timeout for all requests below
    const response = await guardedFetch(input, { ...init, headers, signal });
    if (!(await isTokenExpired(response))) return response;

    const renewed = await options.renew(token, signal);
    if (renewed === null) return response;
    headers.set('authorization', `Bearer ${renewed}`);
    return guardedFetch(input, { ...init, headers, signal });
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** A response, as in `noSessionResponse`: its code tells a timeout from other network errors (rule waiting-tasks). */
function timeoutResponse(): Response {
  return Response.json({ code: TIMED_OUT, message: 'The server has not answered in time' }, { status: 408 });
}

/** A response instead of an exception: supabase-js reduces an exception to text, but keeps the code of a response. */
function noSessionResponse(): Response {
  return Response.json({ code: 'no_session', message: 'Auth session missing!' }, { status: 401 });
}

async function isTokenExpired(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const text = await response.clone().text();
  return text.includes('PGRST303') || text.includes('PGRST301') || text.includes('JWT expired');
}

function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}
