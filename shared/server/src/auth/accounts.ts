import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import type { SiteParts } from '../parts.ts';
import type { Backend } from '../backend/backend.ts';
import { supabaseDirectory } from '../backend/migrations.ts';
import {
  WRONG_PASSWORD,
  authError,
  emailOf,
  textOf,
  tooMany,
  type Call,
  type Handle,
} from '../gateway/call.ts';
import type { HandlerName } from '../gateway/endpoints.ts';
import type { Message } from '../outbox.ts';

/** The other sessions and the unused links to a new password end in the same statement. */
const CHANGE_PASSWORD_SQL = `
  with changed as (
    update auth.users set encrypted_password = $2, recovery_token = null, recovery_sent_at = null, updated_at = now()
    where id = $1 returning id
  )
  delete from auth.sessions where user_id in (select id from changed) and id <> $3`;

/** Our own handlers, some of which ask the library. `confirmEmail`: an address must be confirmed before its first sign-in. */
export function createAccounts(
  site: SiteParts,
  backend: Backend,
  library: Handle,
  confirmEmail: boolean,
): Readonly<Record<Exclude<HandlerName, 'library'>, Handle>> {
  const { query } = backend;

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
  return { signUp, token, verify, recover, resend, changePassword };
}

/** Like GoTrue's response for an address that is taken: a made-up user without identities. */
const userToConfirm = (email: string) => ({ id: randomUUID(), aud: 'authenticated', email, identities: [] });

/** Mails like those of a hosted project, which sends only the HTML; and which account gets one, with the token stored. */
const LINKS = {
  signup: {
    ...{ subject: 'Confirm your e-mail for Better Space', page: 'confirmation' },
    sql: `update auth.users set confirmation_token = $1, confirmation_sent_at = now()
      where email = $2 and email_confirmed_at is null and not is_sso_user returning id`,
  },
  recovery: {
    ...{ subject: 'Choose a new password for Better Space', page: 'recovery' },
    sql: `update auth.users set recovery_token = $1, recovery_sent_at = now()
      where email = $2 and not is_sso_user returning id`,
  },
} as const;
export type LinkKind = keyof typeof LINKS;

export function writeLinkMail(siteUrl: string, kind: LinkKind, to: string, token: string): Message {
  const { page, subject } = LINKS[kind];
  const values: Record<string, string> = { SiteURL: siteUrl, TokenHash: token };
  const fill = (ending: string) =>
    readFileSync(join(supabaseDirectory, `templates/${page}${ending}`), 'utf8').replaceAll(
      /\{\{ *\.(\w+) *\}\}/g,
      (all, name: string) => values[name] ?? all,
    );
  const query = new URLSearchParams({ token_hash: token, type: kind });
  const link = `${siteUrl}/auth?${query.toString()}`;
  return { to, subject, text: fill('.txt'), html: fill('.html'), link };
}

const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Mails a link, which works once and for an hour, to the account with an address; older ones of its kind stop working. */
async function sendLink({ query, outbox }: Backend, siteUrl: string, kind: LinkKind, email: string) {
  const token = randomBytes(32).toString('hex');
  const changed = await query(LINKS[kind].sql, [hashOfToken(token), email]);
  // Written for every address, so that the time does not tell which has an account.
  const mail = writeLinkMail(siteUrl, kind, email, token);
  if (changed.length > 0) outbox.deliver(mail);
}

/** The bcrypt cost. Tests lower it with the library's own variable. */
const costOf = () => Number(process.env['LITE_AUTH_BCRYPT_COST']) || 10;
/** The hash of no password; a password is compared with it as long as with any other. */
const noHash = () => `$2b$${String(costOf()).padStart(2, '0')}$${'.'.repeat(53)}`;
const MIN_LENGTH = 8;
const MAX_BYTES = 72;
const MAX_ADDRESS_CHARS = 254;

let worker: Worker | undefined;

/** In a thread of its own. The gateway's queue hands over one password at a time. */
async function hash(password: string, against: number | string): Promise<unknown> {
  worker ??= new Worker(new URL('hashWorker.ts', import.meta.url));
  worker.unref();
  worker.postMessage([password, against], []);
  const [answer] = (await once(worker, 'message')) as unknown[];
  return answer;
}

/** Whether a password matches a hash. Without a hash it takes equally long and returns false. */
const matches = async (password: string, encrypted: string | null | undefined): Promise<boolean> =>
  (await hash(password, encrypted ?? noHash())) === true;

const hashOfPassword = async (password: string): Promise<string> => String(await hash(password, costOf()));

// Each refusal returns the error response, with the message of a hosted project, or null.

const invalid = (message: string): Response => authError(400, 'validation_failed', message);

function refuseCredentials(email: string, password: string): Response | null {
  if (email === '') return invalid('An email address is required');
  if (password === '') return invalid('Signup requires a valid password');
  return refuseEmail(email) ?? refusePassword(password);
}

/** Only a plain address: otherwise `a<x@example.com>` and `b<x@example.com>` would be two accounts with one mailbox. */
function refuseEmail(email: string): Response | null {
  const isPlain = email.length <= MAX_ADDRESS_CHARS && z.regexes.html5Email.test(email);
  return isPlain && email.slice(email.indexOf('@')).includes('.')
    ? null
    : invalid('Unable to validate email address: invalid format');
}

function refusePassword(password: string): Response | null {
  if (isTooLong(password)) return invalid('Password cannot be longer than 72 characters');
  if (password.length >= MIN_LENGTH) return null;
  const reason = { weak_password: { reasons: ['length'] } };
  return authError(422, 'weak_password', `Password should be at least ${MIN_LENGTH} characters.`, reason);
}

/** bcrypt reads the first 72 bytes only. */
const isTooLong = (password: string): boolean => Buffer.byteLength(password) > MAX_BYTES;
