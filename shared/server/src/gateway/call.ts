import type { Claims } from '../backend/backend.ts';
import type { Body, Endpoint } from './endpoints.ts';
import { waitInWords } from './limits.ts';

export interface Session {
  userId: string;
  sessionId: string;
  claims: Claims;
}

/** A request that has passed the gateway: every part is validated. */
export interface Call {
  endpoint: Endpoint;
  query: URLSearchParams;
  body: Body | null;
  session: Session | null;
  address: string;
  headers: Headers;
}

export type Handle = (call: Call) => Promise<Response>;

/** A field of the body that is text; otherwise ''. */
export function textOf({ body }: Call, name: string): string {
  const value = Array.isArray(body) ? '' : body?.[name];
  return typeof value === 'string' ? value : '';
}

/** The e-mail address of a body, normalized as it is stored and as limits count it. */
export const emailOf = (call: Call): string => textOf(call, 'email').trim().toLowerCase();

/** Also for an address without an account. */
export const WRONG_PASSWORD = 'invalid_credentials';

/** An error in GoTrue's format. Takes the status, the code, the message and further fields of the body. */
export function authError(status: number, code: string, message: string, more: object = {}): Response {
  return Response.json(
    { code: status, error_code: code, msg: message, ...more },
    { status, headers: { 'X-Sb-Error-Code': code } },
  );
}

/** An error in the format of the API that a path belongs to. */
export function errorFor(path: string, status: number, code: string, message: string): Response {
  return path.startsWith('/auth/')
    ? authError(status, code, message)
    : Response.json({ code, message, details: null, hint: null }, { status });
}

/** A 429 whose message a page can show unchanged. `what` names the things of which there were too many ('attempts'). */
export function tooMany(path: string, what: string, seconds: number): Response {
  const code = what === 'mails' ? 'over_email_send_rate_limit' : 'over_request_rate_limit';
  const error = errorFor(path, 429, code, `Too many ${what}. Please try again in ${waitInWords(seconds)}.`);
  error.headers.set('Retry-After', String(seconds));
  return error;
}
