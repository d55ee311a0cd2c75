import { deadline } from './deadline.ts';
import type { HeldRefresh } from './heldRefresh.ts';
import { unusableAnswer } from './retryAfter.ts';

/** The browser's fetch, or one given by a test. */
export type Fetch = typeof globalThis.fetch;

/** How the auth server is reached besides supabase-js. */
export interface ServerAccess {
  url: string;
  key: string;
  /** Guarded. */
  fetch: Fetch;
}

export interface GuardOptions {
  fetch: Fetch;
  timeoutMilliseconds: number;
  /** Hears the Date header of every answer. */
  noteDate: (date: string | null) => void;
}

/** The code of a `network` error where the time for an answer has run out: the server may have done what was asked. */
const NO_ANSWER = 'no_answer';

/** What the guard of the data API needs besides. */
export interface RestGuardOptions extends GuardOptions {
  /** The publishable key, which must never replace a user's token. */
  key: string;
  /** Gets a token in place of one the server refuses; null when there is none, rejects when there is no network. */
  renew: (spent: string, signal: AbortSignal) => Promise<string | null>;
}

/**
 * A fetch that ends in time and answers JSON or fails. Anything else (a gateway's or captive portal's page, an empty
 * body with an error status) is no answer of the backend: it becomes the TypeError of a failed fetch, so that no
 * library reads it as 'not found', as 'signed out' or as an empty list.
 */
export function guardFetch({ fetch, timeoutMilliseconds, noteDate }: GuardOptions): Fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, signal: deadline(timeoutMilliseconds, init?.signal) });
    noteDate(response.headers.get('date'));
    const type = response.headers.get('content-type') ?? 'nothing readable';
    if (response.status === 204 || type.includes('json')) return response;
    void response.body?.cancel().catch(() => undefined); // only frees the connection
    throw unusableAnswer(`The server answered ${response.status} with ${type}`, response);
  };
}

/**
 * The same for `/auth/v1`. A refresh gets a session or the backend's own refusal, or it failed: anything else (asked
 * too often, a portal's or gateway's JSON) would make supabase-js remove a session that is still good (rule stored-session).
 */
export function guardAuthFetch(options: GuardOptions, refresh: HeldRefresh): Fetch {
  const ask = guardFetch(options);
  return (input, init) => {
    if (!addressOf(input).includes('grant_type=refresh_token')) return ask(input, init);
    const attempt = async (): Promise<Response> => {
      const response = await ask(input, init);
      if (await isRefreshAnswer(response)) return response;
      throw unusableAnswer(`The session cannot be refreshed now (${response.status})`, response);
    };
    const subject = typeof init?.body === 'string' ? init.body : ''; // the refresh token
    return refresh.run(subject, attempt, init?.signal);
  };
}

async function isRefreshAnswer(response: Response): Promise<boolean> {
  if (response.status === 429 || response.status === 408 || response.status >= 500) return false;
  const text = await response.clone().text();
  return (response.ok ? /"access_token"/ : /"(error_code|code|error)"/).test(text);
}

/**
 * The same for `/rest/v1`, where it also
 * - refuses to ask without a user's token: without one the server answers an empty week without an error;
 * - renews a token the server calls spent, once, and asks again, once. The server decides that, not this
 *   device's clock, which may be wrong.
 */
export function guardRestFetch(options: RestGuardOptions): Fetch {
  const ask = guardFetch(options);
  return async (input, init) => {
    try {
      return await askAsUser(input, init);
    } catch (error) {
      if (isTimeout(error)) return noAnswer();
      throw error;
    }
  };

  async function askAsUser(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers);
    const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
    if (token === '' || token === options.key) return noSession();

    const signal = deadline(options.timeoutMilliseconds, init?.signal); // one time limit for all that follows
    const response = await ask(input, { ...init, headers, signal });
    if (!(await saysTokenIsSpent(response))) return response;

    const renewed = await options.renew(token, signal);
    if (renewed === null) return response;
    headers.set('authorization', `Bearer ${renewed}`);
    return ask(input, { ...init, headers, signal });
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** An answer for the same reason as below: that none has come is more than that the network failed (rule waiting-tasks). */
function noAnswer(): Response {
  return Response.json({ code: NO_ANSWER, message: 'The server has not answered in time' }, { status: 408 });
}

/** An answer rather than an exception: supabase-js flattens exceptions to text, an answer keeps its code. */
function noSession(): Response {
  return Response.json({ code: 'no_session', message: 'Auth session missing!' }, { status: 401 });
}

async function saysTokenIsSpent(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const text = await response.clone().text();
  return text.includes('PGRST303') || text.includes('PGRST301') || text.includes('JWT expired');
}

function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}
