import { fieldsOf, isSessionCode } from './answers.ts';
import type { StoredSession } from './storedSession.ts';

/** The type of the browser's fetch and of a test's replacement for it. */
export type Fetch = typeof globalThis.fetch;

/** What a request to the backend needs. */
export interface Access {
  /** Absolute, without a trailing slash. */
  url: string;
  /** The publishable key. It is never sent in the place of a user's token. */
  key: string;
  /** A fetch from `guardFetch`. */
  fetch: Fetch;
  timeoutMilliseconds: number;
}

/** Where a session is stored: that of the browser, a recovery's in its tab, or one that has just been removed. */
interface SessionPlace {
  read(): StoredSession | null;
  /** Stores a renewed session, as the server wrote it. */
  write(text: string): void;
  /** The server has refused to renew the session. */
  end(): void;
}

/** A session with which requests are sent as its user. */
export type UserSession = ReturnType<typeof createUserSession>;

/**
 * Wraps a fetch: it has a time limit, and it returns JSON or a failure. Any other response (the page of a gateway or a
 * captive portal) does not come from the backend: it becomes a 504 that every library calls a failure of the network, so
 * that none reads it as 'not found', as 'signed out' or as an empty list. Code `no_answer`: the time has passed, and the
 * server may still have carried out the request.
 *
 * A refresh returns a session or the backend's own refusal; anything else (a rate limit, JSON of a portal) is a failure too,
 * or auth-js would remove a valid session. Two refreshes at once with the same token share one request.
 */
export function guardFetch(fetch: Fetch, timeoutMilliseconds: number): Fetch {
  const refreshes = new Map<string, Promise<Response>>();

  const guarded: Fetch = async (input, init) => {
    const signal = init?.signal ?? AbortSignal.timeout(timeoutMilliseconds);
    try {
      const response = await fetch(input, { ...init, signal });
      const type = response.headers.get('content-type') ?? 'nothing readable';
      if (response.status === 204 || type.includes('json')) return response;
      void response.body?.cancel().catch(() => undefined); // only frees the connection
      return failure('unusable', `The server answered ${response.status} with ${type}`);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        return failure('no_answer', 'The server has not answered in time');
      throw error;
    }
  };

  async function refresh(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await guarded(input, init);
    const { ok, status } = response;
    if (status === 504) return response;
    const text = await response.text();
    const isRefusal = status < 500 && ![408, 429].includes(status) && /"(error_code|code|error)"/.test(text);
    if (ok ? /"access_token"/.test(text) : isRefusal) return new Response(text, response);
    return failure('unusable', `The session cannot be refreshed now (${status})`);
  }

  return async (input, init) => {
    if (!addressOf(input).includes('grant_type=refresh_token')) return guarded(input, init);
    const body = typeof init?.body === 'string' ? init.body : '';
    const running = refreshes.get(body) ?? refresh(input, init).finally(() => refreshes.delete(body));
    refreshes.set(body, running);
    return (await running).clone();
  };
}

/**
 * Creates the requests of a session's user. They carry the stored token and never wait for `getSession()` of auth-js, which
 * refreshes by this device's clock and blocks for up to 25 s while a refresh fails.
 */
export function createUserSession({ url, key, fetch, timeoutMilliseconds }: Access, place: SessionPlace) {
  /**
   * Renews a session with one request, unless another tab or auth-js has done it. Returns the session that is stored then;
   * null if it is over, or if another user has signed in meanwhile; a failed response if there is no usable one, and throws
   * what fetch throws: the session stays.
   */
  async function renew(
    session: StoredSession,
    signal?: AbortSignal,
  ): Promise<StoredSession | Response | null> {
    const isStored = () => place.read()?.accessToken === session.accessToken;
    if (isStored()) {
      const response = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: session.refreshToken }),
        ...(signal && { signal }),
      });
      if (response.status >= 500) return response;
      const text = await response.text();
      // A sign-out or another session that was stored meanwhile is not undone.
      if (isStored()) {
        if (response.ok) place.write(text);
        else place.end();
      }
    }
    const current = place.read();
    return current?.user.id === session.user.id ? current : null;
  }

  return {
    renew,
    /**
     * Sends a request as the user; without a session it sends nothing. If the server refuses the token, it renews the
     * session and repeats the request, each once: the server decides what has expired, not this device's clock.
     */
    async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
      const session = place.read();
      if (!session) return failure('no_session', 'Auth session missing!', 401);
      const signal = init.signal ?? AbortSignal.timeout(timeoutMilliseconds); // one time limit for all requests
      const send = ({ accessToken }: StoredSession) => {
        const headers = new Headers(init.headers);
        headers.set('apikey', key);
        headers.set('authorization', `Bearer ${accessToken}`);
        return fetch(input, { ...init, headers, signal });
      };
      const response = await send(session);
      if (!(await isTokenRefused(response))) return response;
      const renewed = await renew(session, signal);
      if (renewed instanceof Response) return renewed;
      return renewed ? send(renewed) : response;
    },
  };
}

/** Returns the address of a request, in any of the forms that fetch takes. */
export function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}

async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const copy = response.clone();
  return isSessionCode(fieldsOf(await copy.json().catch(() => null)).code);
}

/** A response instead of an exception: the libraries reduce an exception to text, but keep the code of a response. */
function failure(code: string, message: string, status = 504): Response {
  return Response.json({ code, message }, { status });
}
