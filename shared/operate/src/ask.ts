/** What the server answered, or why there is no answer. 'token': it wants to know who asks. */
export type Answer<T> =
  | { ok: true; data: T }
  | { ok: false; kind: 'token' | 'refused' | 'unreachable'; message: string };

const PLACE = '/_operate';
const UNAUTHORIZED = 401;

let token: string | null = null;

/** Keeps the token for this document alone: what the browser stores for an address, the code of every remote can read. */
export const keepToken = (given: string): void => void (token = given);

/**
 * Asks the server that serves this page. Takes the path below `/_operate`, and a body where something is to be done; returns
 * its answer as JSON. Never throws.
 */
export async function ask<T>(path: string, body?: unknown): Promise<Answer<T>> {
  const headers = {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  try {
    const response = await fetch(PLACE + path, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (response.status === UNAUTHORIZED) {
      // Who has not tried yet is asked for it, and has done nothing wrong.
      const message = token === null ? '' : 'This token is not valid.';
      return { ok: false, kind: 'token', message };
    }
    if (!response.ok) return { ok: false, kind: 'refused', message: await response.text() };
    // Our own server's answer.
    return { ok: true, data: (await response.json()) as T };
  } catch {
    return { ok: false, kind: 'unreachable', message: 'The server does not answer.' };
  }
}
