/** The server's response, or why there is none. 'token': the server demands a token. */
export type ServerResult<T> =
  | { ok: true; data: T }
  | { ok: false; kind: 'token' | 'refused' | 'unreachable'; message: string };

const BASE_PATH = '/_operate';
const UNAUTHORIZED = 401;

let token: string | null = null;

/** Stores the token in memory for this document: the code of every remote can read the browser's storage. */
export const storeToken = (given: string): void => void (token = given);

/**
 * Sends a request to the server of this page. Takes the path below `/_operate`, and a body if something is to be changed;
 * returns the response's JSON. Never throws.
 */
export async function callServer<T>(path: string, body?: unknown): Promise<ServerResult<T>> {
  const headers = {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  try {
    const response = await fetch(BASE_PATH + path, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (response.status === UNAUTHORIZED) {
      // A user who has not tried yet is asked for the token, and has made no mistake.
      const message = token === null ? '' : 'This token is not valid.';
      return { ok: false, kind: 'token', message };
    }
    if (!response.ok) return { ok: false, kind: 'refused', message: await response.text() };
    // Sent by our own server.
    return { ok: true, data: (await response.json()) as T };
  } catch {
    return { ok: false, kind: 'unreachable', message: 'The server does not answer.' };
  }
}
