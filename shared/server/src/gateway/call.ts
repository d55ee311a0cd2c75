import type { Endpoint } from './endpoints.ts';
import type { Session } from './sessions.ts';

/** A request that has passed the gateway: all of it is validated. */
export interface Call {
  endpoint: Endpoint;
  query: URLSearchParams;
  /** As its schema read it; null where the endpoint has none. */
  body: Record<string, unknown> | null;
  session: Session | null;
  address: string;
  headers: { authorization?: string; accept?: string; prefer?: string };
}

export type Handle = (call: Call) => Promise<Response>;

/** The address of an account as it is stored and counted. Takes a call whose body has an `email`. */
export function emailOf(call: Call): string {
  return textOf(call, 'email').trim().toLowerCase();
}

/** A text of the body. Returns '' where there is none. */
export function textOf({ body }: Call, name: string): string {
  const value = body?.[name];
  return typeof value === 'string' ? value : '';
}
