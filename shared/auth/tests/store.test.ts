import { SESSION_KEY, safeStorage, type Backend } from '@space/supabase';
import { spoilSession } from '@space/supabase/testing';
import { describe, expect, it, vi } from 'vitest';
import { createSessionStore } from '../src/sessionStore.ts';
import { startBrowser } from './browser.ts';
import { PASSWORD, eventually, newEmail, startWorld } from './world.ts';

const world = startWorld();

describe('opening a page', () => {
  it('knows at once who is signed in', async () => {
    const { browser, id, email } = await world().signedInBrowser();
    expect(world().open(browser).session()).toMatchObject({ status: 'signed-in', user: { id, email } });
  });

  it.each(['', '{"access_token":"x"'])(
    'never loads the client for a visitor who is signed out: %j',
    async (stored) => {
      const browser = startBrowser();
      if (stored) browser.storage.setItem(SESSION_KEY, stored);
      const tab = world().open(browser);
      expect(tab.session()).toMatchObject({ status: 'signed-out', user: null, linkNotice: null });
      expect(await tab.actions.start()).toEqual({ ok: true });
      expect(tab.loads()).toBe(0);
      expect(tab.changes()).toBe(0);
    },
  );

  it('loads the client once for a user who is signed in, without changing the state', async () => {
    const { browser } = await world().signedInBrowser();
    const tab = world().open(browser);
    await Promise.all([tab.actions.start(), tab.actions.start()]); // React's StrictMode starts twice
    expect(tab.loads()).toBe(1);
    expect(tab.changes()).toBe(0);
  });

  it('notices a lost session through a client that the page has loaded before it is idle', async () => {
    const { browser, id } = await world().signedInBrowser();
    const atRest = Promise.withResolvers<void>();
    const listeners: ((backend: Backend) => void)[] = [];
    const tab = world().open(browser, '/dashboard', {
      untilIdle: () => atRest.promise,
      onBackend: (listener) => listeners.push(listener),
    });
    const starting = tab.actions.start();
    await world().server.query('delete from auth.sessions where user_id = $1', [id]);
    expect(tab.loads()).toBe(0);
    const backend = await tab.loadBackend();
    for (const listener of listeners) listener(backend);
    await expect(backend.auth.changePassword('N3wPassword')).rejects.toMatchObject({ kind: 'auth' });
    expect(tab.session()).toMatchObject({ status: 'signed-out', wasLost: true });
    atRest.resolve();
    expect(await starting).toEqual({ ok: true });
    expect(tab.loads()).toBe(1);
  });

  it('loads the client once the page is idle, if nothing else has loaded it', async () => {
    const { browser } = await world().signedInBrowser();
    const atRest = Promise.withResolvers<void>();
    const tab = world().open(browser, '/about', { untilIdle: () => atRest.promise });
    const starting = tab.actions.start();
    expect(tab.loads()).toBe(0);
    atRest.resolve();
    expect(await starting).toEqual({ ok: true });
    expect(tab.loads()).toBe(1);
  });

  it('works without a window, as in prerendering', async () => {
    const storage = safeStorage(null);
    const store = createSessionStore({ loadBackend: () => Promise.reject(new Error('No')), storage });
    expect(await store.getState().start()).toEqual({ ok: true });
    expect(store.getState().status).toBe('signed-out');
  });

  it('keeps the user signed in when the client cannot be loaded, and tries again when the network is back', async () => {
    const { browser } = await world().signedInBrowser();
    let isOffline = true;
    const tab = world().open(browser, '/dashboard', { loadFails: () => isOffline });
    expect(await tab.actions.start()).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(tab.session().status).toBe('signed-in');
    isOffline = false;
    tab.window.dispatchEvent(new Event('online'));
    expect(tab.loads()).toBe(2);
    tab.window.dispatchEvent(new Event('online'));
    expect(await tab.actions.changePassword('N3wPassword')).toEqual({ ok: true });
    expect(tab.loads()).toBe(2);
  });

  it('keeps the user signed in when the session cannot be refreshed because the server is unavailable', async () => {
    const { browser } = await world().signedInBrowser();
    spoilSession(browser.storage, { jwtSecret: world().server.jwtSecret, expiresIn: -60 });
    world().proxy.rule({ path: '/', fault: { status: 503 } });
    const tab = world().open(browser, '/dashboard');
    await tab.actions.start();
    await eventually(() => expect(world().proxy.seen.length).toBeGreaterThan(1));
    expect(tab.session().status).toBe('signed-in');
    expect(tab.changes()).toBe(0);
  });

  it('signs out at once when the session was ended elsewhere, although its token has not expired', async () => {
    const { browser, id, tab } = await world().openSignedIn();
    await world().server.query('delete from auth.sessions where user_id = $1', [id]);
    const outcome = await tab.actions.changePassword('N3wPassword');
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'auth' } });
    expect(tab.session()).toMatchObject({ status: 'signed-out', user: null, wasLost: true });
    expect(tab.changes()).toBe(1);
    expect(browser.storage.getItem(SESSION_KEY)).toBeNull();
  });
});

describe('signing in and up', () => {
  it('signs in with a single change of the state', async () => {
    const { email, id } = await world().signedInBrowser();
    const tab = world().open();
    const user = { id, email };
    expect(await tab.actions.signIn({ email, password: PASSWORD })).toEqual({ ok: true, user });
    expect(tab.session()).toMatchObject({ status: 'signed-in', user });
    expect(tab.changes()).toBe(1);
  });

  it('reports why it failed and stays signed out', async () => {
    const { email } = await world().signedInBrowser();
    const tab = world().open();
    expect(await tab.actions.signIn({ email, password: 'Wrong1234' })).toMatchObject({
      ok: false,
      error: { kind: 'rejected', code: 'invalid_credentials', message: 'Invalid login credentials' },
    });
    expect(await tab.actions.signUp({ email, password: PASSWORD })).toMatchObject({
      ok: false,
      error: { code: 'user_already_exists', message: 'User already registered' },
    });
    world().proxy.rule({ path: '/auth/v1/', fault: 'drop' });
    const unreachable = { ok: false, error: { kind: 'network' } };
    expect(await tab.actions.signIn({ email, password: PASSWORD })).toMatchObject(unreachable);
    expect(tab.session().status).toBe('signed-out');
    expect(tab.changes()).toBe(0);
  });

  it('reports that the client cannot be loaded, and loads it at the next attempt', async () => {
    const { email } = await world().signedInBrowser();
    let isOffline = true;
    const tab = world().open(undefined, '/auth', { loadFails: () => isOffline });
    const credentials = { email, password: PASSWORD };
    expect(await tab.actions.signIn(credentials)).toMatchObject({ ok: false, error: { kind: 'network' } });
    isOffline = false;
    expect(await tab.actions.signIn(credentials)).toMatchObject({ ok: true });
  });

  it('works where storage is full or blocked', async () => {
    const { email, id } = await world().signedInBrowser();
    const browser = startBrowser();
    Object.assign(browser.storage.refuse, { reads: true, writes: true });
    const tab = world().open(browser);
    await tab.actions.start();
    expect(await tab.actions.signIn({ email, password: PASSWORD })).toMatchObject({ ok: true });
    expect(tab.session().user?.id).toBe(id);
    await tab.actions.signOut();
    expect(tab.session().status).toBe('signed-out');
  });

  it('replaces one user by another in one step', async () => {
    const anna = await world().signedInBrowser();
    const ben = await world().signedInBrowser();
    const tab = world().open(anna.browser);
    const seen: (string | undefined)[] = [];
    tab.store.subscribe((state) => seen.push(state.user?.id));
    await tab.actions.signIn({ email: ben.email, password: PASSWORD });
    expect(seen).toEqual([ben.id]);
  });
});

describe('signing out', () => {
  it('is done at once, and sends a logout request to the server', async () => {
    const { browser, tab } = await world().openSignedIn();
    const signingOut = tab.actions.signOut();
    expect(tab.session()).toMatchObject({ status: 'signed-out', user: null, wasLost: false });
    expect(browser.storage.getItem(SESSION_KEY)).toBeNull();
    expect(await signingOut).toEqual({ ok: true });
    expect(tab.changes()).toBe(1);
    const paths = () => world().proxy.seen.map(({ path }) => path);
    await eventually(() => expect(paths()).toContainEqual(expect.stringContaining('logout?scope=global')));
  });

  it.each(['drop', 'hang'] as const)('is done at once without a network: %s', async (fault) => {
    const { browser, tab } = await world().openSignedIn();
    const log = vi.spyOn(console, 'error').mockReturnValue();
    world().proxy.rule({ path: '/', fault });
    await tab.actions.signOut();
    expect(log).not.toHaveBeenCalled(); // the person does not wait for the server
    expect(world().open(browser).session().status).toBe('signed-out');
    await eventually(() => expect(log).toHaveBeenCalledOnce());
    log.mockRestore();
  });

  it('is done at once even if the client was never loaded', async () => {
    const { browser } = await world().signedInBrowser();
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const tab = world().open(browser, '/', { loadFails: () => true });
    await tab.actions.signOut();
    expect(tab.session().status).toBe('signed-out');
    expect(browser.storage.getItem(SESSION_KEY)).toBeNull();
    await eventually(() => expect(log).toHaveBeenCalledOnce());
    log.mockRestore();
  });
});

describe('deleting the account', () => {
  it('signs out here and in the other tabs, in one step, and states the reason here', async () => {
    const { browser } = await world().signedInBrowser();
    const [tab, other] = [world().open(browser, '/settings'), world().open(browser, '/dashboard')];
    await Promise.all([tab.actions.start(), other.actions.start()]);
    expect(await tab.actions.deleteAccount()).toEqual({ ok: true });
    const out = { status: 'signed-out', user: null };
    expect(tab.session()).toMatchObject({ ...out, wasDeleted: true, wasLost: false });
    expect(tab.changes()).toBe(1);
    expect(browser.storage.getItem(SESSION_KEY)).toBeNull();
    await eventually(() => expect(other.session()).toMatchObject({ ...out, wasDeleted: false }));
  });

  it('is forgotten when the page requests that, or when another user signs up', async () => {
    const { browser } = await world().signedInBrowser();
    const tab = world().open(browser, '/settings');
    await tab.actions.deleteAccount();
    tab.actions.forgetDeletion();
    expect(tab.session().wasDeleted).toBe(false);

    await tab.actions.signUp({ email: newEmail(), password: PASSWORD });
    await tab.actions.deleteAccount();
    await tab.actions.signUp({ email: newEmail(), password: PASSWORD });
    expect(tab.session()).toMatchObject({ status: 'signed-in', wasDeleted: false });
  });

  it('changes nothing when the server cannot be reached', async () => {
    const { browser, id } = await world().signedInBrowser();
    const tab = world().open(browser, '/settings');
    world().proxy.rule({ method: 'POST', path: '/rest/v1/rpc', fault: { status: 503 } });
    expect(await tab.actions.deleteAccount()).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { id }, wasDeleted: false });
    expect(browser.storage.getItem(SESSION_KEY)).not.toBeNull();
  });

  it('needs a user who is signed in', async () => {
    const outcome = await world().open().actions.deleteAccount();
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'auth', code: 'no_session' } });
  });
});
