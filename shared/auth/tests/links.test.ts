import { createHash, randomUUID } from 'node:crypto';
import { SESSION_KEY } from '@space/supabase';
import { json } from '@space/supabase/testing';
import { describe, expect, it } from 'vitest';
import { startBrowser, type Browser } from './browser.ts';
import { PASSWORD, eventually, newEmail, startWorld, type OpenTab, type World } from './world.ts';

const world = startWorld({ confirmEmail: true });
const paths = () => world().proxy.seen.map(({ path }) => path);
const NEW = 'N3wPassword';
const BACK = 'https://space.example/auth';

function mailedPath(email: string): string {
  const { pathname, search } = new URL(world().server.outbox.latest(email)?.link ?? '');
  return pathname + search;
}

async function arrive(...page: Parameters<World['open']>): Promise<OpenTab> {
  const tab = world().open(...page);
  await tab.actions.start();
  return tab;
}

async function signUp(browser?: Browser): Promise<string> {
  const email = newEmail();
  await world().open(browser).actions.signUp({ email, password: PASSWORD });
  return email;
}

async function confirmedAccount(): Promise<{ email: string; id: string; browser: Browser }> {
  const browser = startBrowser();
  const email = await signUp(browser);
  const tab = await arrive(browser, mailedPath(email));
  return { email, id: tab.session().user?.id ?? '', browser };
}

describe('mail-links: a link that confirms an address', () => {
  it('signs in, changing the status from arriving to signed-in, once', async () => {
    const browser = startBrowser();
    const email = await signUp(browser);
    const path = mailedPath(email);
    const tab = world().open(browser, `${path}&theme=dark#top`);
    const seen: string[] = [];
    tab.store.subscribe((state) => seen.push(state.status));
    const starting = tab.actions.start();
    expect(tab.address()).toBe('/auth?theme=dark#top'); // cleaned before anything is awaited
    expect(tab.window.history.state).toEqual({ key: 'router' });
    expect(await starting).toEqual({ ok: true });
    expect([...new Set(seen)]).toEqual(['arriving', 'signed-in']);
    expect(tab.session()).toMatchObject({ user: { email }, linkNotice: null, recovering: null });

    const again = world().open(undefined, `${path}&email=${encodeURIComponent(email)}`);
    expect(await again.actions.start()).toMatchObject({ ok: false, error: { code: 'otp_expired' } });
    const message = 'Email link is invalid or has expired';
    const linkNotice = { kind: 'invalid-link', message, resend: 'confirmation', email };
    expect(again.session()).toMatchObject({ status: 'signed-out', linkNotice });
    again.actions.clearLinkNotice();
    expect(again.session().linkNotice).toBeNull();
  });

  it.each([
    ['signup', 'confirmation'],
    ['recovery', 'recovery'],
  ])('or is invalid offers another mail of its kind (%s), and keeps the session', async (type, resend) => {
    const { email, browser } = await confirmedAccount();
    const tab = await arrive(browser, `/auth?token_hash=nonsense&type=${type}`);
    const linkNotice = { kind: 'invalid-link', resend };
    expect(tab.session()).toMatchObject({
      status: 'signed-in',
      user: { email },
      recovering: null,
      linkNotice,
    });
  });

  it('can be retried after a network failure', async () => {
    const browser = startBrowser();
    const email = await signUp(browser);
    const restore = world().proxy.rule({ path: '/verify', fault: 'drop' });
    const tab = await arrive(browser, mailedPath(email));
    const notice = tab.session().linkNotice;
    expect(tab.session().status).toBe('signed-out');
    const message = 'The server cannot be reached. Please try again.';
    expect(notice).toMatchObject({ kind: 'unreachable', message });
    restore();
    if (notice?.kind === 'unreachable') await tab.actions.redeemLink(notice.link);
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { email }, linkNotice: null });
  });

  it('confirms only, in a browser that has not requested it; its session is ended', async () => {
    const email = await signUp();
    const browser = startBrowser();
    const tab = await arrive(browser, mailedPath(email));
    expect(browser.storage.length).toBe(0);
    expect(paths()).toContain('/auth/v1/logout?scope=local');
    const linkNotice = { kind: 'confirmed', message: 'Email confirmed, please sign in', email };
    expect(tab.session()).toMatchObject({ status: 'signed-out', linkNotice });
    expect(await tab.actions.signIn({ email, password: PASSWORD })).toMatchObject({ ok: true });
    expect(tab.session().linkNotice).toBeNull();
  });

  it('signs in in a browser that has requested another mail', async () => {
    const email = await signUp();
    const browser = startBrowser();
    await world().open(browser).actions.resendConfirmation(email);
    const tab = await arrive(browser, mailedPath(email));
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { email } });
  });

  it('leaves a user who is signed in alone', async () => {
    const anna = await confirmedAccount();
    const tab = await arrive(anna.browser, mailedPath(await signUp()));
    const linkNotice = { kind: 'confirmed', message: 'Email confirmed. Log out here to sign in with it.' };
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { email: anna.email }, linkNotice });
  });
});

describe('password-reset: its link', () => {
  async function forgotten(): Promise<{ email: string; id: string; path: string }> {
    const { email, id } = await confirmedAccount();
    await world().open().actions.requestPasswordReset(email, BACK);
    return { email, id, path: mailedPath(email) };
  }

  it('asks for the password until it is set, through a reload but in no other tab, and signs in only then', async () => {
    const { email, id, path } = await forgotten();
    const browser = startBrowser();
    const tab = world().open(browser, path);
    const seen: [string, string | null][] = [];
    tab.store.subscribe(({ status, recovering }) => seen.push([status, recovering?.email ?? null]));
    await tab.actions.start();
    expect(seen).toEqual([
      ['arriving', null],
      ['signed-out', email], // in one step: a page must not take this visitor for one who merely signed out
    ]);
    expect(await tab.actions.finishRecovery('abc')).toMatchObject({ ok: false });
    const out = { status: 'signed-out', recovering: null };
    expect(world().open(browser, '/auth').session()).toMatchObject(out);
    const reloaded = world().open(browser, '/auth', { tabStorage: tab.tabStorage });
    expect(reloaded.session()).toMatchObject({ ...out, recovering: { id, email } });
    await reloaded.actions.start();
    expect(await reloaded.actions.finishRecovery(NEW)).toEqual({ ok: true });
    expect(reloaded.session()).toMatchObject({ status: 'signed-in', user: { id }, recovering: null });
  });

  it('keeps the signed-in user: until the password is set, or for good if it is cancelled', async () => {
    const [{ email, path, id }, anna] = [await forgotten(), await confirmedAccount()];
    const tab = await arrive(anna.browser, path);
    expect(tab.session()).toMatchObject({ user: { email: anna.email }, recovering: { email } });
    tab.actions.cancelRecovery();
    const kept = { status: 'signed-in', user: { email: anna.email }, recovering: null };
    expect(tab.session()).toMatchObject(kept);
    const reloaded = world().open(anna.browser, '/auth', { tabStorage: tab.tabStorage });
    expect(reloaded.session()).toMatchObject(kept);
    await eventually(() => expect(paths()).toContain('/auth/v1/logout?scope=local'));

    await tab.actions.requestPasswordReset(email, BACK);
    const second = await arrive(anna.browser, mailedPath(email));
    await second.actions.finishRecovery(NEW);
    expect(second.session()).toMatchObject({ status: 'signed-in', user: { id }, recovering: null });
  });

  it('asks again after a network failure, and offers another mail once its session has ended', async () => {
    const { email, id, path } = await forgotten();
    const tab = await arrive(undefined, path);
    const restore = world().proxy.rule({ path: '/user', fault: 'drop' });
    expect(await tab.actions.finishRecovery(NEW)).toMatchObject({ error: { kind: 'network' } });
    expect(tab.session()).toMatchObject({ recovering: { email }, linkNotice: null });
    restore();
    await world().server.query('delete from auth.sessions where user_id = $1', [id]);
    expect(await tab.actions.finishRecovery(NEW)).toMatchObject({ ok: false });
    const linkNotice = { kind: 'invalid-link', resend: 'recovery' };
    expect(tab.session()).toMatchObject({ recovering: null, linkNotice });
  });

  it('is forgotten once a user signs in in its tab', async () => {
    const [{ path }, { email }] = [await forgotten(), await confirmedAccount()];
    const tab = await arrive(undefined, path);
    await tab.actions.signIn({ email, password: PASSWORD });
    expect(tab.session()).toMatchObject({ user: { email }, recovering: null });
  });
});

describe('sign-in-secrets: a code in the address', () => {
  /** Creates a code as the server does when Google redirects back: for the browser that has the verifier. */
  async function grantCode(browser: Browser, userId: string): Promise<string> {
    const stored: unknown = JSON.parse(browser.storage.getItem(`${SESSION_KEY}-code-verifier`) ?? '""');
    const [verifier = ''] = String(stored).split('/');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const code = randomUUID();
    await world().server.query(
      `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
         provider_access_token, provider_refresh_token, authentication_method, auth_code_issued_at, created_at, updated_at)
       values ($1, $2, $3, 's256', $4, 'google', 'google-token-1', 'google-token-2', 'oauth', now(), now(), now())`,
      [randomUUID(), userId, code, challenge],
    );
    return code;
  }

  it('signs in the browser that left for Google, and stores no tokens of Google', async () => {
    const { email, id } = await confirmedAccount();
    const browser = startBrowser();
    const leaving = world().open(browser);
    world().proxy.rule({ path: '/settings', fault: json(200, '{"external":{"google":true}}'), times: 1 });
    const outcome = await leaving.actions.signInWithGoogle('https://space.example/dashboard');
    expect(outcome.ok && outcome.address).toContain('provider=google');
    expect(leaving.assignedUrls).toEqual([outcome.ok && outcome.address]);
    const tab = await arrive(browser, `/dashboard?code=${await grantCode(browser, id)}&week=1`);
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { email }, linkNotice: null });
    expect(tab.address()).toBe('/dashboard?week=1');
    expect(browser.storage.getItem(SESSION_KEY)).not.toContain('google-token');
    expect(browser.storage.getItem(`${SESSION_KEY}-code-verifier`)).toBeNull();
  });

  it('asks for a new password in the browser that has requested one, once, and elsewhere to sign in', async () => {
    const { email, id } = await confirmedAccount();
    const browser = startBrowser();
    await world().open(browser).actions.requestPasswordReset(email, BACK);
    const elsewhere = await arrive(undefined, `/auth?code=${await grantCode(browser, id)}`);
    const linkNotice = { kind: 'confirmed', message: 'Email confirmed, please sign in' };
    expect(elsewhere.session()).toMatchObject({ status: 'signed-out', linkNotice });
    const tab = world().open(browser, `/auth?code=${await grantCode(browser, id)}`);
    world().proxy.reset();
    await Promise.all([tab.actions.start(), tab.actions.start()]);
    expect(paths().filter((path) => path.includes('grant_type=pkce'))).toHaveLength(1);
    expect(tab.session()).toMatchObject({ status: 'signed-out', recovering: { email } });
    await tab.actions.finishRecovery(NEW);
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { email } });
  });
});

it.each([
  ['#access_token=a&refresh_token=b&expires_in=3600&token_type=bearer&type=signup', 'confirmed'],
  ['#access_token=a&refresh_token=b&expires_in=3600&token_type=bearer&type=recovery', 'invalid-link'],
  ['#access_token=a&refresh_token=b&provider_token=c', 'provider-error'],
  ['#error=access_denied&error_code=otp_expired&error_description=Email+link', 'invalid-link'],
  ['?error=Call+this+number&error_code=Call', 'provider-error'],
  ['#error=access_denied&error_description=Call+this+number', 'provider-error'],
])(
  'words-in-addresses, sign-in-secrets: %s is cleaned and explained without loading the client',
  async (part, kind) => {
    const tab = await arrive(undefined, `/dashboard${part}`);
    expect(tab.session()).toMatchObject({ status: 'signed-out', linkNotice: { kind } });
    expect(tab.session().linkNotice?.message).not.toContain('Call');
    expect([tab.address(), tab.loads()]).toEqual(['/dashboard', 0]);
  },
);

it.each([
  '?code=3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  '#error=access_denied&error_code=otp_expired',
  '?error=access_denied&error_description=No',
])('google-sign-in: a failed return (%s) is not taken for a link in a mail', async (part) => {
  const browser = startBrowser();
  browser.storage.setItem(`${SESSION_KEY}-away`, 'google');
  const tab = await arrive(browser, `/dashboard${part}`);
  const message = 'Failed to sign in with Google';
  expect(tab.session().linkNotice).toEqual({ kind: 'provider-error', message });
  expect(browser.storage.getItem(`${SESSION_KEY}-away`)).toBeNull();
});
