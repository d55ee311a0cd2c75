import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { emailOf, textOf, type Call, type Handle, type HandlerName } from '../gateway/endpoints.ts';
import { authError, tooMany } from '../gateway/errors.ts';
import type { Limits } from '../gateway/limits.ts';
import type { Guesses, KnownAddresses } from './guesses.ts';
import { hashOfToken, type LinkKind, type MailLinks } from './mailLinks.ts';
import {
  refuseCredentials,
  refuseEmail,
  refuseLongPassword,
  refusePassword,
  type Hashing,
} from './passwords.ts';

interface AccountParts {
  library: Handle;
  query(sql: string, parameters: unknown[]): Promise<Record<string, unknown>[]>;
  hashing: Hashing;
  limits: Limits;
  guesses: Guesses;
  knownAddresses: KnownAddresses;
  links: MailLinks;
  /** Must an address be confirmed before its first sign-in? */
  confirmEmail: boolean;
}

/** The handlers of sign-up, sign-in, links in mails and the change of a password: what the library would do less safely. */
export function createAccounts(parts: AccountParts): Readonly<Record<HandlerName, Handle>> {
  return {
    library: parts.library,
    signUp: createSignUp(parts),
    token: createToken(parts),
    verify: createVerify(parts),
    recover: createMailRequest(parts, 'recovery'),
    resend: createMailRequest(parts, 'signup'),
    changePassword: createChangePassword(parts),
  };
}

/** Takes an e-mail address in lower case. Returns its account, or null if there is none. */
async function findAccount({ query }: AccountParts, email: string) {
  const [row] = await query(
    'select id, encrypted_password from auth.users where email = $1 and not is_sso_user',
    [email],
  );
  if (!row) return null;
  const { id, encrypted_password: encrypted } = row;
  return { id: String(id), encryptedPassword: typeof encrypted === 'string' ? encrypted : null };
}

/** If addresses must be confirmed, every sign-up gets the same response; only the mail says more. */
function createSignUp(parts: AccountParts): Handle {
  const { library, hashing, links, limits, confirmEmail, knownAddresses } = parts;

  async function signUpToConfirm(call: Call, email: string, password: string): Promise<Response | null> {
    const seconds = await limits.take('mail-account', email);
    if (seconds !== null) return tooMany(call.endpoint.path, 'mails', seconds);
    if (await findAccount(parts, email)) {
      await hashing.make(password); // takes as long as creating an account
    } else {
      const created = await library(call);
      if (!created.ok) return created;
    }
    await links.send('signup', email);
    return null;
  }

  return async function signUp(call) {
    const email = emailOf(call);
    const password = textOf(call, 'password');
    const refusal = refuseCredentials(email, password);
    if (refusal) return refusal;
    const cleaned = { ...call, body: { email, password } };
    if (!confirmEmail) {
      const response = await library(cleaned);
      if (response.ok) knownAddresses.add(email, call.address);
      return response;
    }
    return (await signUpToConfirm(cleaned, email, password)) ?? Response.json(userToConfirm(email));
  };
}

/** GoTrue's response for an address that is taken: a made-up user without identities. */
function userToConfirm(email: string): Record<string, unknown> {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** Issues tokens: for a password, for a refresh token, and for the code of a sign-in with Google. */
function createToken(parts: AccountParts): Handle {
  const { library, query } = parts;
  const signIn = createSignIn(parts);

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

  return function token(call) {
    const grant = call.query.get('grant_type');
    if (grant === 'password') return signIn(call);
    return grant === 'refresh_token' ? refresh(call) : library(call);
  };
}

/** Signs in with a password. The gateway has counted the attempt. It takes equally long if the address has no account. */
function createSignIn(parts: AccountParts): Handle {
  const { library, hashing, guesses, knownAddresses } = parts;

  return async function signIn(call) {
    const email = emailOf(call);
    const password = textOf(call, 'password');
    if (email === '' || password === '')
      return authError(
        400,
        'validation_failed',
        'You must provide either an email or phone number and a password',
      );
    const account = await findAccount(parts, email);
    const isRight = await hashing.matches(password, account?.encryptedPassword ?? null);
    // bcrypt reads the first 72 bytes only.
    if (!isRight || refuseLongPassword(password))
      return authError(400, 'invalid_credentials', 'Invalid login credentials');
    await guesses.giveBack(call);
    const response = await library({ ...call, body: { email, password } });
    if (response.ok) knownAddresses.add(email, call.address);
    return response;
  };
}

/** The limit applies to every address, with or without an account. A refused request leaves earlier links valid. */
function createMailRequest({ links, limits }: AccountParts, kind: LinkKind): Handle {
  return async function requestMail(call) {
    const email = emailOf(call);
    const refusal = refuseEmail(email);
    if (refusal) return refusal;
    const seconds = await limits.take('mail-account', email);
    if (seconds !== null) return tooMany(call.endpoint.path, 'mails', seconds);
    await links.send(kind, email);
    return Response.json({});
  };
}

const SIGNED_IN = z.object({ user: z.object({ email: z.string() }) });

/** A valid link proves who is asking, so the client's IP address becomes a known one of the account. */
function createVerify({ library, knownAddresses }: AccountParts): Handle {
  return async function verify(call) {
    const type = textOf(call, 'type');
    // This server sends no other kinds of links.
    if (type !== 'signup' && type !== 'recovery')
      return authError(403, 'otp_expired', 'Email link is invalid or has expired');
    const response = await library({
      ...call,
      body: { token_hash: hashOfToken(textOf(call, 'token_hash')), type },
    });
    const { data } = SIGNED_IN.safeParse(response.ok ? await response.clone().json() : null);
    if (data) knownAddresses.add(data.user.email, call.address);
    return response;
  };
}

/** The other sessions and the unused links to a new password end in the same statement. */
const CHANGE_PASSWORD_SQL = `
  with changed as (
    update auth.users set encrypted_password = $2, recovery_token = null, recovery_sent_at = null, updated_at = now()
    where id = $1 returning id
  )
  delete from auth.sessions where user_id in (select id from changed) and id <> $3`;

function createChangePassword({ library, query, hashing }: AccountParts): Handle {
  return async function changePassword(call) {
    const { session } = call;
    const password = textOf(call, 'password');
    const refusal = refusePassword(password);
    if (refusal || session === null)
      return refusal ?? authError(401, 'no_authorization', 'Auth session missing!');
    const [account] = await query('select encrypted_password from auth.users where id = $1', [
      session.userId,
    ]);
    const encrypted = account?.['encrypted_password'];
    if (typeof encrypted === 'string' && (await hashing.matches(password, encrypted)))
      return authError(422, 'same_password', 'New password should be different from the old password.');
    await query(CHANGE_PASSWORD_SQL, [session.userId, await hashing.make(password), session.sessionId]);
    return library({ ...call, endpoint: { ...call.endpoint, method: 'GET' }, body: null });
  };
}
