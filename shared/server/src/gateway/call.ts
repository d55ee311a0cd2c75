import type { Body } from './bodies.ts';
import type { Endpoint } from './endpoints.ts';
import type { Session } from './sessions.ts';

/** A request that has passed the gateway: every part is validated. */
export interface Call {
  endpoint: Endpoint;
  query: URLSearchParams;
  /** Parsed by the endpoint's schema; null if the endpoint has none. */
  body: Body | null;
  session: Session | null;
  address: string;
  headers: { authorization?: string; accept?: string; prefer?: string };
}

export type Handle = (call: Call) => Promise<Response>;

/** The e-mail address of a body, normalized as it is stored and as limits count it. */
export function emailOf(call: Call): string {
  return textOf(call, 'email').trim().toLowerCase();
}

/** A string field of the body, or '' if there is none. */
export function textOf({ body }: Call, name: string): string {
  const value = Array.isArray(body) ? '' : body?.[name];
  return typeof value === 'string' ? value : '';
}
