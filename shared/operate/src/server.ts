import { useEffect, useState } from 'react';
import type { OperatorState } from '@space/store/operator';

/** The server's response, or why there is none. 'token': the server demands one. */
type ServerResult<T> =
  | { ok: true; data: T }
  | { ok: false; kind: 'token' | 'refused' | 'unreachable'; message: string };

const INTERVAL_MILLISECONDS = 5_000;

let token: string | null = null;

/** Keeps the token in memory for this document: the code of every remote can read the browser's storage. */
export const setToken = (given: string): void => void (token = given);

/** Sends a request below `/_operate`, with a body if something is to be changed; returns the JSON. Never throws. */
export async function callServer<T>(path: string, body?: object): Promise<ServerResult<T>> {
  const headers = {
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
  };
  try {
    const response = await fetch(`/_operate${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (response.status === 401)
      return { ok: false, kind: 'token', message: token === null ? '' : 'This token is not valid.' };
    if (!response.ok) return { ok: false, kind: 'refused', message: await response.text() };
    // Sent by our own server.
    return { ok: true, data: (await response.json()) as T };
  } catch {
    return { ok: false, kind: 'unreachable', message: 'The server does not answer.' };
  }
}

/** The state of the site, read every five seconds while the page is visible; and `refresh`, which reads it at once. */
export function useOperatorState() {
  const [state, setState] = useState<OperatorState | null>(null);
  const [failure, setFailure] = useState<Exclude<ServerResult<unknown>, { ok: true }> | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isCancelled = false;
    const read = async () => {
      const result = await callServer<OperatorState>('/state');
      if (isCancelled) return;
      if (result.ok) setState(result.data);
      setFailure(result.ok ? null : result);
      // Without a token every further request would be refused as well.
      if (!result.ok && result.kind === 'token') clearInterval(timer);
    };
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void read();
    }, INTERVAL_MILLISECONDS);
    void read();
    return () => {
      isCancelled = true;
      clearInterval(timer);
    };
  }, [round]);

  return { state, failure, refresh: () => setRound((before) => before + 1) };
}
