import { describe, expect, it, vi } from 'vitest';
import { SESSION_KEY, readStoredSession } from '../src/storedSession.ts';
import type { AuthGateway, AuthListener } from '../src/types.ts';
import { json } from '../testing/index.ts';
import { PASSWORD, newEmail, startWorld } from './world.ts';

const world = startWorld();
const confirming = startWorld({ confirmEmail: true, google: { clientId: 'client-id', secret: 'secret' } });

const refusal = (code: string, msg: string) =>
  json(429, JSON.stringify({ code: 429, error_code: code, msg }));

function linkFor(email: string): { tokenHash: string; type: string } {
  const query = new URL(world().server.outbox.latest(email)?.link ?? '').searchParams;
  return { tokenHash: query.get('token_hash') ?? '', type: query.get('type') ?? '' };
}

describe('signing in', () => {
  it('too often is refused with the server’s message, code and status', async () => {
    const { backend } = world().openTab();
    const [code, message] = ['over_request_rate_limit', 'Too many attempts. Please try again in 8 minutes.'];
    world().proxy.rule({ path: '/token', fault: refusal(code, message) });
    const refused = { kind: 'rejected', status: 429, code, message };
    const credentials = { email: newEmail(), password: PASSWORD };
    await expect(backend.auth.signIn(credentials)).rejects.toMatchObject(refused);
  });

  it.each([
    ['a wrong password', PASSWORD.toLowerCase()],
    ['a password with a space before it', ` ${PASSWORD}`],
    ['a password of more than 72 bytes, which no account has', 'é'.repeat(40)],
  ])('refuses %s with the server’s message', async (_name, password) => {
    const { email } = await world().openSignedInTab();
    const { backend, safe } = world().openTab();
    await expect(backend.auth.signIn({ email, password })).rejects.toMatchObject({
      name: 'BackendError',
      kind: 'rejected',
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    });
    expect(readStoredSession(safe)).toBeNull();
  });
});

describe('signing up', () => {
  it.each([
    ['a repeated address, in capitals too', {}, { code: 'user_already_exists', status: 422 }],
    ['a short password', { password: 'Ab1' }, { code: 'weak_password', status: 422 }],
    ['an invalid address', { email: 'nobody' }, { code: 'validation_failed', status: 400 }],
    [
      'a password of more than 72 bytes',
      { password: `Aa1${'李'.repeat(24)}` },
      { message: 'Password cannot be longer than 72 characters', status: 400 },
    ],
  ])('is refused with the server’s error: %s', async (_name, changes, expected) => {
    const { email } = await world().openSignedInTab();
    const { backend, safe } = world().openTab();
    const credentials = { email: email.toUpperCase(), password: PASSWORD, ...changes };
    await expect(backend.auth.signUp(credentials)).rejects.toMatchObject({ kind: 'rejected', ...expected });
    expect(readStoredSession(safe)).toBeNull();
  });

  it('and requesting the mail again pass on a redirect address only if one is given', async () => {
    const { auth } = confirming().openTab().backend;
    const [email, back] = [newEmail(), 'https://site.example/dashboard'];
    confirming().proxy.reset();
    await auth.signUp({ email, password: PASSWORD });
    await auth.signUp({ email, password: PASSWORD }, back);
    await auth.resendConfirmation(email);
    await auth.resendConfirmation(email, back);
    const query = `?redirect_to=${encodeURIComponent(back)}`;
    expect(confirming().proxy.seen.map(({ path }) => path)).toEqual([
      '/auth/v1/signup',
      `/auth/v1/signup${query}`,
      '/auth/v1/resend',
      `/auth/v1/resend${query}`,
    ]);
  });

  it('waits for the confirmation if one is required, and handles a repetition like the first time', async () => {
    const { backend, safe } = confirming().openTab();
    const credentials = { email: newEmail(), password: PASSWORD };
    expect(await backend.auth.signUp(credentials)).toBeNull();
    expect(await backend.auth.signUp(credentials)).toBeNull();
    expect(readStoredSession(safe)).toBeNull();
    await expect(backend.auth.signIn(credentials)).rejects.toMatchObject({ code: 'email_not_confirmed' });
  });
});

// Links that confirm: shared/auth/tests/links.test.ts.
describe('links in mails', () => {
  const everybody = () => true;
  it('to a new password sign in only once it is set, and then end the other sessions', async () => {
    const { email, userId, backend: device } = await world().openSignedInTab();
    const tab = world().openTab();
    const { auth } = tab.backend;
    await auth.requestPasswordReset(email, `${world().server.origin}/auth`);
    const listener = vi.fn<AuthListener>();
    auth.onChange(listener);
    const { tokenHash, type } = linkFor(email);
    expect(type).toBe('recovery');
    expect(await auth.redeemLink({ tokenHash, type: 'recovery' }, everybody)).toEqual({
      outcome: 'recovering',
      user: { id: userId, email },
    });
    expect(readStoredSession(tab.safe)).toBeNull();
    expect(listener).not.toHaveBeenCalled();

    await expect(auth.finishRecovery(`Aa1${'x'.repeat(70)}`)).rejects.toMatchObject({
      message: 'Password cannot be longer than 72 characters',
    });
    expect(await auth.finishRecovery('N3wPassword')).toEqual({ id: userId, email });
    expect(listener.mock.calls).toEqual([[{ id: userId, email }]]);
    expect(tab.tab.length).toBe(0);
    expect(await tab.backend.profiles.get(userId)).toMatchObject({ id: userId });

    await expect(device.auth.changePassword('An0therPassword')).rejects.toMatchObject({ kind: 'auth' });
    const other = world().openTab();
    await expect(other.backend.auth.signIn({ email, password: PASSWORD })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(await other.backend.auth.signIn({ email, password: 'N3wPassword' })).toMatchObject({ id: userId });
  });

  const JUST_SENT = 'For security purposes, you can only request this after 42 seconds.';
  it.each([
    ['/recover', (auth: AuthGateway) => auth.requestPasswordReset(newEmail(), 'https://x.example')],
    ['/resend', (auth: AuthGateway) => auth.resendConfirmation(newEmail())],
  ])(
    'requested twice within a minute succeed like the first time; other limits are errors: %s',
    async (path, ask) => {
      const { auth } = world().openTab().backend;
      world().proxy.rule({ path, fault: refusal('over_email_send_rate_limit', JUST_SENT), times: 1 });
      await expect(ask(auth)).resolves.toBeUndefined();
      for (const [code, message] of [
        ['over_email_send_rate_limit', 'Too many mails. Please try again in 8 minutes.'],
        ['over_email_send_rate_limit', 'email rate limit exceeded'],
        ['over_request_rate_limit', 'Too many attempts. Please try again in 8 minutes.'],
      ] as const) {
        world().proxy.rule({ path, fault: refusal(code, message), times: 1 });
        const expected = { kind: 'rejected', status: 429, code, message };
        await expect(ask(auth)).rejects.toMatchObject(expected);
      }
    },
  );
});

describe('changing the password', () => {
  it('ends the other sessions of the user and keeps this one', async () => {
    const { email, backend, safe, userId } = await world().openSignedInTab();
    const other = world().openTab();
    await other.backend.auth.signIn({ email, password: PASSWORD });
    world().proxy.seen.length = 0;
    await backend.auth.changePassword('N3wPassword');
    expect(world().proxy.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /auth/v1/user']);
    expect(readStoredSession(safe)?.id).toBe(userId);
    expect(await backend.profiles.get(userId)).toMatchObject({ id: userId });
    await expect(other.backend.auth.changePassword('An0therPassword')).rejects.toMatchObject({
      kind: 'auth',
    });
  });

  it.each([
    ['the same again', PASSWORD, { kind: 'rejected', code: 'same_password' }],
    ['a weak one', 'abc', { kind: 'rejected', code: 'weak_password' }],
  ])('is refused with the server’s error: %s', async (_name, password, expected) => {
    const { backend } = await world().openSignedInTab();
    await expect(backend.auth.changePassword(password)).rejects.toMatchObject(expected);
  });
});

it('a code that the server does not know is refused, and keeps the session', async () => {
  const { backend, storage, isSignedIn } = await world().openSignedInTab();
  storage.setItem(`${SESSION_KEY}-code-verifier`, JSON.stringify('a'.repeat(56)));
  const code = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  await expect(backend.auth.redeemCode(code)).rejects.toMatchObject({ kind: 'rejected' });
  expect(isSignedIn()).toBe(true);
});

describe('a sign-in with Google', () => {
  const BACK = 'https://site.example/dashboard';

  it('starts at an address with offline access, consent and PKCE, which leads to Google and back to the site', async () => {
    const { backend, storage } = confirming().openTab();
    const address = await backend.auth.googleAddress(BACK);
    expect(new URL(address).pathname).toBe('/auth/v1/authorize');
    const asked = { access_type: 'offline', prompt: 'consent' };
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      ...asked,
      provider: 'google',
      redirect_to: BACK,
      code_challenge_method: 's256',
    });
    expect(storage.getItem(`${SESSION_KEY}-code-verifier`)).not.toBeNull();
    const { status, headers } = await fetch(address, { redirect: 'manual' });
    expect(status).toBe(302);
    const google = new URL(headers.get('location') ?? '');
    expect(google.host).toBe('accounts.google.com');
    expect(Object.fromEntries(google.searchParams)).toMatchObject(asked);
  });

  it('is refused before the visitor leaves the page if Google is switched off or the server cannot be reached', async () => {
    const { auth } = world().openTab().backend;
    const off = { kind: 'rejected', code: 'provider_disabled' };
    await expect(auth.googleAddress(BACK)).rejects.toMatchObject(off);
    confirming().proxy.rule({ path: '/auth/v1/settings', fault: 'drop' });
    const away = confirming().openTab().backend.auth.googleAddress(BACK);
    await expect(away).rejects.toMatchObject({ kind: 'network' });
  });

  it('is attempted if the server does not provide its settings', async () => {
    const missing = json(404, '{"message":"not found"}');
    world().proxy.rule({ path: '/auth/v1/settings', fault: missing });
    expect(await world().openTab().backend.auth.googleAddress(BACK)).toContain('provider=google');
  });
});
