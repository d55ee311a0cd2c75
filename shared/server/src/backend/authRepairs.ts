import { randomBytes, randomUUID } from 'node:crypto';

type Fetch = (request: Request, peerAddress: string | null) => Promise<Response>;

export interface AuthRepairs {
  query(sql: string, parameters: unknown[]): Promise<Record<string, unknown>[]>;
  sendConfirmation(email: string, tokenHash: string): void;
}

/**
 * Wraps lite's fetch where its accounts behave differently from a hosted project's:
 * - a password above 72 bytes is refused (lite counts characters and lets bcrypt cut the rest off unseen);
 * - a body that is no object, or a password that is no text, is refused as such (lite: 500);
 * - with confirmations on, signing up again answers like a first time, and "resend" sends (lite: always 429,
 *   so that accounts can be probed and a lost mail stays lost).
 * There is no waiting time between mails here: nothing leaves the machine.
 */
export function repairAuth(fetch: Fetch, repairs: AuthRepairs): Fetch {
  return async function repairedFetch(request, peerAddress) {
    const action = actionOf(request);
    if (action === null) return fetch(request, peerAddress);
    const body = await readObject(request.clone());
    if (body === null) return refuse('Could not read a JSON object from the request body');
    const { password = null } = body;
    if (password !== null && typeof password !== 'string') return refuse('A password must be text');
    if (isTooLong(password)) return refuse('Password cannot be longer than 72 characters');

    const answer = await fetch(request, peerAddress);
    const email = body['email'];
    if (answer.status !== 429 || typeof email !== 'string') return answer;
    if (action === 'signup') {
      await sendAgain(email.toLowerCase(), repairs);
      return Response.json(imaginaryUser(email.toLowerCase()));
    }
    if (action === 'resend' && body['type'] === 'signup') {
      await sendAgain(email.toLowerCase(), repairs);
      return Response.json({});
    }
    return answer;
  };
}

type Action = 'signup' | 'resend' | 'user' | 'token';

function actionOf(request: Request): Action | null {
  const path = new URL(request.url).pathname;
  if (request.method === 'POST' && path === '/auth/v1/signup') return 'signup';
  if (request.method === 'POST' && path === '/auth/v1/resend') return 'resend';
  if (request.method === 'POST' && path === '/auth/v1/token') return 'token';
  return request.method === 'PUT' && path === '/auth/v1/user' ? 'user' : null;
}

async function readObject(request: Request): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = await request.json();
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : null;
  } catch {
    return null;
  }
}

function isTooLong(password: string | null): boolean {
  return password !== null && Buffer.byteLength(password) > 72;
}

/** An error as GoTrue writes it. */
function refuse(message: string): Response {
  const body = { code: 400, error_code: 'validation_failed', msg: message };
  return Response.json(body, { status: 400, headers: { 'X-Sb-Error-Code': body.error_code } });
}

/** Gives an unconfirmed account a fresh token and mails it; does nothing for any other. */
async function sendAgain(email: string, { query, sendConfirmation }: AuthRepairs): Promise<void> {
  const tokenHash = randomBytes(32).toString('hex');
  const changed = await query(
    `update auth.users set confirmation_token = $1, confirmation_sent_at = now()
      where email = $2 and email_confirmed_at is null and confirmation_sent_at is not null returning id`,
    [tokenHash, email],
  );
  if (changed.length > 0) sendConfirmation(email, tokenHash);
}

/** What GoTrue answers for an address that is taken: a user that does not exist, without identities. */
function imaginaryUser(email: string): Record<string, unknown> {
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
