import type { SiteRequest } from '../http/handler.ts';
import { parseJson } from '../backend/files.ts';
import { readBody } from '../http/readBody.ts';
import { authError, errorFor, restError } from './errorResponses.ts';
import type { Body } from './bodies.ts';
import type { Call } from './call.ts';
import type { Endpoint } from './endpoints.ts';
import type { NoSession } from './sessions.ts';

const PREFERENCES = /^(return=(representation|minimal)|count=exact|resolution=ignore-duplicates)$/;
const ACCEPTED = /^(\*\/\*|application\/json|application\/vnd\.pgrst\.object\+json)(;.*)?$/;

/** Reads the headers that the API uses. Returns null for a preference that the site's client never sends. */
export function readHeaders({ headers }: SiteRequest): Call['headers'] | null {
  const prefer = [headers['prefer'] ?? []]
    .flat()
    .flatMap((each) => each.split(',').map((part) => part.trim()));
  if (!prefer.every((each) => each === '' || PREFERENCES.test(each))) return null;
  const accept = (headers.accept ?? '').split(',').map((part) => part.trim());
  const accepted = accept.filter((each) => ACCEPTED.test(each));
  return {
    ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
    ...(accepted.length > 0 ? { accept: accepted.join(', ') } : {}),
    ...(prefer.some(Boolean) ? { prefer: prefer.filter(Boolean).join(', ') } : {}),
  };
}

/** The body parsed by its schema (null: the endpoint has none), or the error response. */
export type ReadJson = { ok: true; body: Body | null } | { ok: false; refusal: Response };

export async function readJson(
  request: SiteRequest,
  { path, body: schema, maxBodyBytes }: Endpoint,
): Promise<ReadJson> {
  const refuse = (status: number, code: string, message: string): ReadJson => ({
    ok: false,
    refusal: errorFor(path, status, code, message),
  });
  const raw = await readBody(request, maxBodyBytes);
  if (raw === 'too large') return refuse(413, 'too_large', 'The request is too large');
  if (schema === undefined) return { ok: true, body: null };
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return refuse(415, 'unsupported_media_type', 'The body of this request must be JSON');
  const value = parseJson(raw);
  const { success, data, error } = schema.safeParse(value);
  if (success) return { ok: true, body: data };
  const invalidField = error.issues[0]?.path.join('.') ?? '';
  const message =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? `The body of this request is not as it must be${invalidField === '' ? '' : `: ${invalidField}`}`
      : 'Could not read a JSON object from the request body';
  return refuse(400, path.startsWith('/auth/') ? 'validation_failed' : 'PGRST102', message);
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
