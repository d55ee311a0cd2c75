import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SiteParts } from '../parts.ts';
import type { Backend } from '../backend/backend.ts';
import {
  WRONG_PASSWORD,
  authError,
  createLibrary,
  emailOf,
  textOf,
  tooMany,
  type Call,
  type Handle,
} from '../gateway/call.ts';
import type { HandlerName } from '../gateway/endpoints.ts';
import { hashOfToken, sendLink, type LinkKind } from './mailLinks.ts';
import {
  hashOfPassword,
  invalid,
  isTooLong,
  matches,
  refuseCredentials,
  refuseEmail,
  refusePassword,
} from './passwords.ts';

/** The other sessions and the unused links to a new password end in the same statement. */
const CHANGE_PASSWORD_SQL = `
  with changed as (
    update auth.users set encrypted_password = $2, recovery_token = null, recovery_sent_at = null, updated_at = now()
    where id = $1 returning id
  )
  delete from auth.sessions where user_id in (select id from changed) and id <> $3`;

/** The handlers of accounts. `confirmEmail`: an address must be confirmed before its first sign-in. */
export function createAccounts(parts: {
  site: SiteParts;
  backend: Backend;
  confirmEmail: boolean;
}): Readonly<Record<HandlerName, Handle>> {
  const { site, backend, confirmEmail } = parts;
  const { query } = backend;
  const library = createLibrary(backend);

  /** The stored hash of an account: null if it has no password, undefined if there is no account. */
  async function hashOf(condition: string, value: string): Promise<string | null | undefined> {
    const [row] = await query(`select encrypted_password from auth.users where ${condition}`, [value]);
    const hash = row?.['encrypted_password'];
    return typeof hash === 'string' ? hash : row && null;
  }
  const hashOfAccount = (email: string) => hashOf('email = $1 and not is_sso_user', email);

  /** Also counts an address without an account. A refused mail leaves earlier links valid. */
  async function refuseMail(call: Call, email: string): Promise<Response | null> {
    const seconds = await site.limits.take('mail-account', email);
    return seconds === null ? null : tooMany(call.endpoint.path, 'mails', seconds);
  }

  /** If addresses must be confirmed, every sign-up gets the same response; only the mail says more. */
  async function signUp(call: Call): Promise<Response> {
    const email = emailOf(call);
    const password = textOf(call, 'password');
    const refusal = refuseCredentials(email, password);
    if (refusal) return refusal;
    const create = () => library({ ...call, body: { email, password } });
    if (!confirmEmail) return create();
    const tooManyMails = await refuseMail(call, email);
    if (tooManyMails) return tooManyMails;
    if ((await hashOfAccount(email)) !== undefined) {
      await hashOfPassword(password); // takes as long as creating an account
    } else {
      const created = await create();
      if (!created.ok) return created;
    }
    await sendLink(backend, site.siteUrl, 'signup', email);
    return Response.json(userToConfirm(email));
  }

  /** It takes equally long if the address has no account. */
  async function signIn(call: Call): Promise<Response> {
    const email = emailOf(call);
    const password = textOf(call, 'password');
    if (email === '' || password === '')
      return invalid('You must provide either an email or phone number and a password');
    const hash = await hashOfAccount(email);
    const start = performance.now();
    if (!(await matches(password, hash)) || isTooLong(password)) {
      // The next one in the queue begins later: guesses leave half of the time to people's requests.
      await wait(performance.now() - start);
      return authError(400, WRONG_PASSWORD, 'Invalid login credentials');
    }
    return library({ ...call, body: { email, password } });
  }

  /** A refresh token that is used twice was probably stolen: its session is deleted, which invalidates its access tokens. */
  async function refresh(call: Call): Promise<Response> {
    const response = await library(call);
    if (response.status === 400 && response.headers.get('X-Sb-Error-Code') === 'refresh_token_already_used')
      await query(
        'delete from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1)',
        [textOf(call, 'refresh_token')],
      );
    return response;
  }

  function token(call: Call): Promise<Response> {
    const grant = call.query.get('grant_type');
    if (grant === 'password') return signIn(call);
    return grant === 'refresh_token' ? refresh(call) : library(call);
  }

  const mailRequest =
    (kind: LinkKind): Handle =>
    async (call) => {
      const email = emailOf(call);
      const refusal = refuseEmail(email) ?? (await refuseMail(call, email));
      if (refusal) return refusal;
      await sendLink(backend, site.siteUrl, kind, email);
      return Response.json({});
    };

  async function verify(call: Call): Promise<Response> {
    const type = textOf(call, 'type');
    if (type !== 'signup' && type !== 'recovery')
      return authError(403, 'otp_expired', 'Email link is invalid or has expired');
    const body = { token_hash: hashOfToken(textOf(call, 'token_hash')), type };
    return library({ ...call, body });
  }

  async function changePassword(call: Call): Promise<Response> {
    const { session } = call;
    const password = textOf(call, 'password');
    const refusal = refusePassword(password);
    if (refusal || session === null)
      return refusal ?? authError(401, 'no_authorization', 'Auth session missing!');
    if (await matches(password, await hashOf('id = $1', session.userId)))
      return authError(422, 'same_password', 'New password should be different from the old password.');
    await query(CHANGE_PASSWORD_SQL, [session.userId, await hashOfPassword(password), session.sessionId]);
    return library({ ...call, endpoint: { ...call.endpoint, method: 'GET' }, body: null });
  }

  const [recover, resend] = [mailRequest('recovery'), mailRequest('signup')];
  return { library, signUp, token, verify, recover, resend, changePassword };
}

/** GoTrue's response for an address that is taken: a made-up user without identities. */
function userToConfirm(email: string): Record<string, unknown> {
  const now = new Date().toISOString();
  return {
    ...{ id: randomUUID(), aud: 'authenticated', role: 'authenticated', email, phone: '' },
    ...{ confirmation_sent_at: now, created_at: now, updated_at: now },
    app_metadata: { provider: 'email', providers: ['email'] },
    ...{ user_metadata: {}, identities: [], is_anonymous: false },
  };
}
