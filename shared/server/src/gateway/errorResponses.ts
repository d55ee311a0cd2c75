import { waitInWords } from './limits.ts';

/** An error in GoTrue's format. Takes the HTTP status, GoTrue's error code, the message and further fields of the body. */
export function authError(status: number, code: string, message: string, more: object = {}): Response {
  return Response.json(
    { code: status, error_code: code, msg: message, ...more },
    { status, headers: { 'X-Sb-Error-Code': code } },
  );
}

/** An error in PostgREST's format. Takes the HTTP status, the code and the message. */
export function restError(status: number, code: string, message: string): Response {
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
