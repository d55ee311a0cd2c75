import { SESSION_KEY, safeStorage, type Backend } from '@space/supabase';
import { spoilSession } from '@space/supabase/testing';
import { describe, expect, it, vi } from 'vitest';
import { createSessionStore } from '../src/sessionStore.ts';
import { startBrowser } from './browser.ts';
import { PASSWORD, eventually, newEmail, startWorld } from './world.ts';

const world = startWorld();
const paths = () => world().proxy.seen.map(({ path }) => path);
const OUT = { status: 'signed-out', user: null };

describe('stored-session: a page', () => {
  it('knows at once who is signed in, and loads the client once it is idle, without changing the state', async () => {
    const { browser, id, email } = await world().signedInBrowser();
    const atRest = Promise.withResolvers<void>();
    const tab = world().open(browser, '/about', { untilIdle: () => atRest.promise });
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { id, email } });
    const starting = Promise.all([tab.actions.start(), tab.actions.start()]); // React's StrictMode starts twice
    expect(tab.loads()).toBe(0);
    atRest.resolve();
    expect(await starting).toEqual([{ ok: true }, { ok: true }]);
    expect([tab.loads(), tab.changes()]).toEqual([1, 0]);
  });

  it.each(['', '{"access_token":"x"'])('never loads the client for a visitor: %j', async (stored) => {
    const browser = startBrowser();
    if (stored) browser.storage.setItem(SESSION_KEY, stored);
    const tab = world().open(browser);
    expect(tab.session()).toMatchObject({ ...OUT, linkNotice: null });
    expect(await tab.actions.start()).toEqual({ ok: true });
    expect([tab.loads(), tab.changes()]).toEqual([0, 0]);
  });

  it('works without a window, as in prerendering', async () => {
    const loadBackend = () => Promise.reject(new Error('No'));
    const store = createSessionStore({ loadBackend, storage: safeStorage(null) });
    expect(await store.getState().start()).toEqual({ ok: true });
    expect(store.getState().status).toBe('signed-out');
  });

  it('keeps the user when the client cannot be loaded, and tries again when the network is back', async () => {
    const { browser } = await world().signedInBrowser();
    let isOffline = true;
    const tab = world().open(browser, '/dashboard', { loadFails: () => isOffline });
    expect(await tab.actions.start()).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(tab.session().status).toBe('signed-in');
    isOffline = false;
    tab.window.dispatchEvent(new Event('online'));
    tab.window.dispatchEvent(new Event('online'));
    expect(await tab.actions.changePassword('N3wPassword')).toEqual({ ok: true });
    expect(tab.loads()).toBe(2);
  });

  it('keeps the user when the session cannot be refreshed because the server is unavailable', async () => {
    const { browser } = await world().signedInBrowser();
    spoilSession(browser.storage, { jwtSecret: world().server.jwtSecret, expiresIn: -60 });
    world().proxy.rule({ path: '/', fault: { status: 503 } });
    const tab = world().open(browser, '/dashboard');
    await tab.actions.start();
    await eventually(() => expect(paths().length).toBeGreaterThan(1));
    expect(tab.session().status).toBe('signed-in');
    expect(tab.changes()).toBe(0);
  });

  it('session-refresh: notices a session that was ended elsewhere, also through a client that the page has loaded', async () => {
    const { browser, id } = await world().signedInBrowser();
    const atRest = new Promise<void>(() => {});
    const listeners: ((backend: Backend) => void)[] = [];
    const tab = world().open(browser, '/dashboard', {
      untilIdle: () => atRest,
      onBackend: (listener) => listeners.push(listener),
    });
    void tab.actions.start();
    await world().server.query('delete from auth.sessions where user_id = $1', [id]);
    const backend = await tab.loadBackend();
    for (const listener of listeners) listener(backend);
    await expect(backend.auth.changePassword('N3wPassword')).rejects.toMatchObject({ kind: 'auth' });
    expect(tab.session()).toMatchObject({ ...OUT, wasLost: true });
    expect(tab.changes()).toBe(1);
    expect(browser.storage.getItem(SESSION_KEY)).toBeNull();
  });
});

describe('signing in and up', () => {
  it('changes the state once, also from one user to another', async () => {
    const { email, id } = await world().signedInBrowser();
    const ben = await world().signedInBrowser();
    const tab = world().open();
    const seen: (string | undefined)[] = [];
    tab.store.subscribe((state) => seen.push(state.user?.id));
    const user = { id, email };
    expect(await tab.actions.signIn({ email, password: PASSWORD })).toEqual({ ok: true, user });
    await tab.actions.signIn({ email: ben.email, password: PASSWORD });
    expect(seen).toEqual([id, ben.id]);
  });

  it('reports why it failed and stays signed out', async () => {
    const { email } = await world().signedInBrowser();
    let isOffline = true;
    const tab = world().open(undefined, '/auth', { loadFails: () => isOffline });
    const signIn = (password = PASSWORD) => tab.actions.signIn({ email, password });
    const unreachable = { ok: false, error: { kind: 'network' } };
    expect(await signIn()).toMatchObject(unreachable);
    isOffline = false;
    expect(await signIn('Wrong1234')).toMatchObject({ ok: false, error: { code: 'invalid_credentials' } });
    const taken = { ok: false, error: { code: 'user_already_exists', message: 'User already registered' } };
    expect(await tab.actions.signUp({ email, password: PASSWORD })).toMatchObject(taken);
    world().proxy.rule({ path: '/auth/v1/', fault: 'drop' });
    expect(await signIn()).toMatchObject(unreachable);
    expect(tab.changes()).toBe(0);
    world().proxy.reset();
    expect(await signIn()).toMatchObject({ ok: true });
  });
});

describe('sign-out', () => {
  it('is done at once, and then the server is told', async () => {
    const { browser, tab } = await world().openSignedIn();
    const signingOut = tab.actions.signOut();
    expect(tab.session()).toMatchObject({ ...OUT, wasLost: false });
    expect(browser.storage.getItem(SESSION_KEY)).toBeNull();
    expect(await signingOut).toEqual({ ok: true });
    expect(tab.changes()).toBe(1);
    await eventually(() => expect(paths()).toContainEqual(expect.stringContaining('logout?scope=global')));
  });

  it.each(['drop', 'hang', 'no client'] as const)('is done at once without a network: %s', async (fault) => {
    const { browser } = await world().signedInBrowser();
    vi.spyOn(console, 'error').mockReturnValue();
    const tab = world().open(browser, '/', { loadFails: () => fault === 'no client' });
    if (fault !== 'no client') world().proxy.rule({ path: '/', fault });
    await tab.actions.signOut();
    expect(console.error).not.toHaveBeenCalled(); // the user does not wait for the server
    expect(world().open(browser).session()).toMatchObject(OUT);
    vi.mocked(console.error).mockRestore();
  });

  it.each([
    ['stays', false, []],
    ['confirms', true, ['user']],
    ['confirms after another user has signed in', true, []],
  ])('asks first if there is something to lose: the user %s', async (what, answer, forgotten) => {
    const storage = safeStorage(null);
    const sessionOf = (id: string) =>
      JSON.stringify({ access_token: 'a', refresh_token: 'r', expires_at: 4_000_000_000, user: { id } });
    storage.setItem(SESSION_KEY, sessionOf('user'));
    const question = Promise.withResolvers<boolean>();
    const forgetAccount = vi.fn<(userId: string) => void>();
    const mayLeave = () => question.promise;
    const loadBackend = () => new Promise<Backend>(() => {});
    const store = createSessionStore({ loadBackend, storage, mayLeave, forgetAccount });
    const signingOut = store.getState().signOut();
    expect(store.getState().status).toBe('signed-in');
    if (what.includes('another')) store.setState({ user: { id: 'other', email: null } });
    question.resolve(answer);
    expect(await signingOut).toEqual({ ok: true });
    expect(forgetAccount.mock.calls.flat()).toEqual(forgotten);
    expect(storage.getItem(SESSION_KEY) === null).toBe(forgotten.length > 0);
    expect(store.getState().status).toBe(forgotten.length > 0 ? 'signed-out' : 'signed-in');
  });
});

describe('own-data: deleting the account', () => {
  it('signs out here and in the other tabs, in one step, and states the reason here until that is shown', async () => {
    const { browser } = await world().signedInBrowser();
    const [tab, other] = [world().open(browser, '/settings'), world().open(browser, '/dashboard')];
    await Promise.all([tab.actions.start(), other.actions.start()]);
    expect(await tab.actions.deleteAccount()).toEqual({ ok: true });
    expect(tab.session()).toMatchObject({ ...OUT, wasDeleted: true, wasLost: false });
    expect(tab.changes()).toBe(1);
    expect(browser.storage.getItem(SESSION_KEY)).toBeNull();
    await eventually(() => expect(other.session()).toMatchObject({ ...OUT, wasDeleted: false }));
    await tab.actions.signUp({ email: newEmail(), password: PASSWORD });
    expect(tab.session()).toMatchObject({ status: 'signed-in', wasDeleted: false });
    await tab.actions.deleteAccount();
    tab.actions.forgetDeletion();
    expect(tab.session().wasDeleted).toBe(false);
  });

  it('changes nothing when the server cannot be reached, without a user, or for one who has signed in meanwhile', async () => {
    const { browser, id } = await world().signedInBrowser();
    const tab = world().open(browser, '/settings');
    world().proxy.rule({ method: 'POST', path: '/rest/v1/rpc', fault: { status: 503 }, times: 1 });
    expect(await tab.actions.deleteAccount()).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { id }, wasDeleted: false });
    const forgetAccount = () => late.store.setState({ user: { id: 'other', email: null } });
    const late = world().open(browser, '/settings', { forgetAccount });
    expect(await late.actions.deleteAccount()).toEqual({ ok: true });
    expect(late.session()).toMatchObject({ status: 'signed-in', wasDeleted: false });
    const outcome = await world().open().actions.deleteAccount();
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'auth', code: 'no_session' } });
  });
});
