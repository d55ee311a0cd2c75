import { describe, expect, it, vi } from 'vitest';
import { SESSION_KEY, readStoredSession } from '../src/storedSession.ts';
import type { AuthGateway, AuthListener } from '../src/types.ts';
import { json } from '../testing/index.ts';
import { PASSWORD, newEmail, startWorld } from './world.ts';

// Links that confirm, and codes: shared/auth/tests/links.test.ts.

const world = startWorld();
const confirming = startWorld({ confirmEmail: true, google: { clientId: 'client-id', secret: 'secret' } });
const LONG = `Aa1${'李'.repeat(24)}`; // 75 bytes
const TOO_LONG = 'Password cannot be longer than 72 characters';
const NEW = 'N3wPassword';

type Act = (auth: AuthGateway, email: string) => Promise<unknown>;
const signIn =
  (password: string): Act =>
  (auth, email) =>
    auth.signIn({ email, password });
const signUp =
  (email: string | null, password = PASSWORD): Act =>
  (auth, taken) =>
    auth.signUp({ email: email ?? taken.toUpperCase(), password });

it.each<[string, Act, object]>([
  ['a wrong password', signIn(PASSWORD.toLowerCase()), { code: 'invalid_credentials', status: 400 }],
  ['a password with a space before it', signIn(` ${PASSWORD}`), { message: 'Invalid login credentials' }],
  ['a password of more than 72 bytes', signIn(LONG), { code: 'invalid_credentials' }],
  ['a registered address, in capitals', signUp(null), { code: 'user_already_exists', status: 422 }],
  ['a short new password', signUp(newEmail(), 'Ab1'), { code: 'weak_password', status: 422 }],
  ['an invalid address', signUp('nobody'), { code: 'validation_failed', status: 400 }],
  ['a new password of more than 72 bytes', signUp(newEmail(), LONG), { message: TOO_LONG, status: 400 }],
])('sign-in-errors, sign-in-secrets: %s is refused with the server’s error', async (_name, act, expected) => {
  const { email } = await world().openSignedInTab();
  const { backend, isSignedIn } = world().openTab();
  await expect(act(backend.auth, email)).rejects.toMatchObject({ kind: 'rejected', ...expected });
  expect(isSignedIn()).toBe(false);
});

describe('email-confirmation', () => {
  it('a sign-up waits for it if it is required; its mail leads back only where the page says', async () => {
    const { backend, isSignedIn } = confirming().openTab();
    const credentials = { email: newEmail(), password: PASSWORD };
    const back = 'https://site.example/dashboard';
    confirming().proxy.reset();
    expect(await backend.auth.signUp(credentials)).toBeNull();
    expect(await backend.auth.signUp(credentials, back)).toBeNull(); // like the first time
    await backend.auth.resendConfirmation(credentials.email);
    await backend.auth.resendConfirmation(credentials.email, back);
    const query = `?redirect_to=${encodeURIComponent(back)}`;
    const paths = ['signup', `signup${query}`, 'resend', `resend${query}`].map((path) => `/auth/v1/${path}`);
    expect(confirming().proxy.seen.map(({ path }) => path)).toEqual(paths);
    expect(isSignedIn()).toBe(false);
    await expect(backend.auth.signIn(credentials)).rejects.toMatchObject({ code: 'email_not_confirmed' });
  });
});

const refusal = (code: string, msg: string) =>
  json(429, JSON.stringify({ code: 429, error_code: code, msg }));

it.each<[string, Act]>([
  ['/signup', signUp(newEmail())],
  ['/recover', (auth) => auth.requestPasswordReset(newEmail(), 'https://x.example')],
  ['/resend', (auth) => auth.resendConfirmation(newEmail())],
])(
  'account-secrecy: a second mail within a minute is like the first; other limits are errors: %s',
  async (path, act) => {
    const { auth } = world().openTab().backend;
    const justSent = 'For security purposes, you can only request this after 42 seconds.';
    world().proxy.rule({ path, fault: refusal('over_email_send_rate_limit', justSent), times: 1 });
    await act(auth, '');
    for (const [code, message] of [
      ['over_email_send_rate_limit', 'email rate limit exceeded'],
      ['over_request_rate_limit', 'Too many attempts. Please try again in 8 minutes.'],
    ] as const) {
      world().proxy.rule({ path, fault: refusal(code, message), times: 1 });
      const expected = { kind: 'rejected', status: 429, code, message };
      await expect(act(auth, '')).rejects.toMatchObject(expected);
    }
  },
);

it('password-reset: its link signs in only once the password is set, and then ends the other sessions', async () => {
  const { email, userId, backend: device } = await world().openSignedInTab();
  const { backend, safe, tab } = world().openTab();
  const { auth } = backend;
  await auth.requestPasswordReset(email, `${world().server.origin}/auth`);
  const listener = vi.fn<AuthListener>();
  auth.onChange(listener);
  const query = new URL(world().server.outbox.latest(email)?.link ?? '').searchParams;
  const link = { tokenHash: query.get('token_hash') ?? '', type: 'recovery' } as const;
  const user = { id: userId, email };
  expect(await auth.redeemLink(link, () => true)).toEqual({ outcome: 'recovering', user });
  expect(readStoredSession(safe)).toBeNull();
  expect(listener).not.toHaveBeenCalled();
  await expect(auth.finishRecovery(LONG)).rejects.toMatchObject({ message: TOO_LONG });
  expect(await auth.finishRecovery(NEW)).toEqual(user);
  expect(listener.mock.calls).toEqual([[user]]);
  expect(tab.length).toBe(0);
  expect(await backend.profiles.get(userId)).toMatchObject({ id: userId });
  await expect(device.auth.changePassword('An0therPassword')).rejects.toMatchObject({ kind: 'auth' });
  await expect(auth.signIn({ email, password: PASSWORD })).rejects.toMatchObject({ kind: 'rejected' });
  expect(await auth.signIn({ email, password: NEW })).toEqual(user);
});

it('password-change: it ends the other sessions of the user with one request, and keeps this one', async () => {
  const { email, backend, userId } = await world().openSignedInTab();
  const other = world().openTab();
  await other.backend.auth.signIn({ email, password: PASSWORD });
  for (const [password, code] of [
    [PASSWORD, 'same_password'],
    ['abc', 'weak_password'],
  ] as const)
    await expect(backend.auth.changePassword(password)).rejects.toMatchObject({ kind: 'rejected', code });
  world().proxy.reset();
  await backend.auth.changePassword(NEW);
  expect(world().proxy.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /auth/v1/user']);
  expect(await backend.profiles.get(userId)).toMatchObject({ id: userId });
  const refused = { kind: 'auth' };
  await expect(other.backend.auth.changePassword('An0therPassword')).rejects.toMatchObject(refused);
});

describe('google-sign-in', () => {
  const BACK = 'https://site.example/dashboard';

  it('starts at an address with offline access, consent and PKCE, which leads to Google and back', async () => {
    const { backend, storage } = confirming().openTab();
    const address = await backend.auth.googleAddress(BACK);
    const asked = { access_type: 'offline', prompt: 'consent' };
    const pkce = { provider: 'google', redirect_to: BACK, code_challenge_method: 's256' };
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ ...asked, ...pkce });
    expect(storage.getItem(`${SESSION_KEY}-code-verifier`)).not.toBeNull();
    const { status, headers } = await fetch(address, { redirect: 'manual' });
    expect(status).toBe(302);
    const google = new URL(headers.get('location') ?? '');
    expect(google.host).toBe('accounts.google.com');
    expect(Object.fromEntries(google.searchParams)).toMatchObject(asked);
  });

  it('is refused before the visitor leaves if it is switched off or the server is not reached, else tried', async () => {
    const { auth } = world().openTab().backend;
    await expect(auth.googleAddress(BACK)).rejects.toMatchObject({ code: 'provider_disabled' });
    world().proxy.rule({ path: '/auth/v1/settings', fault: json(404, '{"message":"not found"}') });
    expect(await auth.googleAddress(BACK)).toContain('provider=google');
    world().proxy.rule({ path: '/auth/v1/settings', fault: 'drop' });
    await expect(auth.googleAddress(BACK)).rejects.toMatchObject({ kind: 'network' });
  });
});
