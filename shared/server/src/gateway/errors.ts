import { waitInWords } from './limits.ts';
import type { NoSession } from './sessions.ts';

/** An error in GoTrue's format. Takes the HTTP status, GoTrue's error code, the message and further fields of the body. */
export function authError(status: number, code: string, message: string, more: object = {}): Response {
  return Response.json(
    { code: status, error_code: code, msg: message, ...more },
    { status, headers: { 'X-Sb-Error-Code': code } },
  );
}

/** An error in PostgREST's format. Takes the HTTP status, the code and the message. */
function restError(status: number, code: string, message: string): Response {
  return Response.json({ code, message, details: null, hint: null }, { status });
}

/** An error in the format of the API that a path belongs to. */
export function errorFor(path: string, status: number, code: string, message: string): Response {
  return path.startsWith('/auth/') ? authError(status, code, message) : restError(status, code, message);
}

/** A 429 whose message a page can show unchanged. `what` names the things of which there were too many ('attempts'). */
export function tooMany(path: string, what: string, seconds: number): Response {
  const code = what === 'mails' ? 'over_email_send_rate_limit' : 'over_request_rate_limit';
  const error = errorFor(path, 429, code, `Too many ${what}. Please try again in ${waitInWords(seconds)}.`);
  error.headers.set('Retry-After', String(seconds));
  return error;
}

export function busy(path: string): Response {
  const error = errorFor(path, 503, 'over_capacity', 'The server is busy. Please try again in a moment.');
  error.headers.set('Retry-After', '2');
  return error;
}

/** The error response for a request without a valid session, in the format of the API it was sent to. */
export function refuseSession(path: string, reason: NoSession): Response {
  // A client that lost the response to 'Delete account' retries: the account is gone, so the retry succeeds.
  if (path === '/rest/v1/rpc/delete_account' && reason === 'account gone')
    return new Response(null, { status: 204 });
  if (path.startsWith('/auth/')) {
    if (reason === 'missing')
      return authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    if (reason === 'ended')
      return authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
    if (reason === 'account gone')
      return authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return authError(403, 'bad_jwt', reason === 'expired' ? 'invalid JWT: token is expired' : 'invalid JWT');
  }
  if (reason === 'missing') return restError(401, 'PGRST302', 'Anonymous access is disabled');
  if (reason === 'expired') return restError(401, 'PGRST303', 'JWT expired');
  return restError(
    401,
    'PGRST301',
    reason === 'invalid' ? 'The token is not valid' : 'The session has ended',
  );
}
