import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../src/requests.ts';
import { SESSION_KEY, readSession, readStoredSession } from '../src/storedSession.ts';
import type { AuthListener, Backend } from '../src/types.ts';
import { json, type Fault } from '../testing/index.ts';
import { PASSWORD, REFRESH, WEEK, newTask, startWorld, type Tab } from './world.ts';

const world = startWorld();
const list = ({ backend }: Pick<Tab, 'backend'>) => backend.tasks.listBetween(...WEEK);
const refreshes = () => world().requestsTo(REFRESH.path);
const sent = () => world().proxy.seen.map(({ method, path }) => `${method} ${path.split('?')[0]}`);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that is opened with an expired token, as after a night's sleep. The requests before are forgotten. */
async function openExpired(spoiling = {}, options = {}) {
  const before = await world().openSignedInTab();
  before.backend.dispose();
  world().spoil(before.storage, spoiling);
  world().proxy.reset();
  return { ...before, ...world().openTab({ browser: before.storage, ...options }) };
}

describe('session-refresh', () => {
  it('a request is repeated once, also if the server refuses the new token', async () => {
    const tab = await world().openSignedInTab();
    world().proxy.reset();
    world().proxy.rule({
      path: '/rest/v1/',
      fault: json(401, '{"code":"PGRST303","message":"JWT expired"}'),
    });
    await expect(list(tab)).rejects.toMatchObject({ kind: 'auth', code: 'PGRST303' });
    expect(sent()).toEqual(['GET /rest/v1/tasks', 'POST /auth/v1/token', 'GET /rest/v1/tasks']);
  });

  it('an expired token is renewed once for many requests, and each is repeated with the new one', async () => {
    const tab = await openExpired({ saysExpiresIn: 3_000 });
    await Promise.all([1, 2, 3, 4, 5].map(() => list(tab)));
    expect(refreshes()).toBe(1);
    const { authorization } = world().proxy.seen.at(-1) ?? {};
    expect(authorization).toBe(`Bearer ${readSession(tab.safe)?.accessToken}`);
    world().proxy.reset();
    await list(tab);
    expect(sent()).toEqual(['GET /rest/v1/tasks']);
  });

  it('a page whose session is due refreshes it, with one request also if a task is asked for', async () => {
    const tab = await openExpired({ expiresIn: 60 });
    const listed = list(tab);
    await expect.poll(refreshes).toBe(1);
    await listed;
    await expect.poll(() => readSession(tab.safe)?.expiresAt ?? 0).toBeGreaterThan(Date.now() / 1_000 + 90);
    expect(refreshes()).toBe(1);
  });

  it('a refresh without a response is tried again after 200 ms, and then after 400 ms', async () => {
    await openExpired();
    world().proxy.rule({ ...REFRESH, fault: 'drop', times: 2 });
    await expect.poll(refreshes).toBe(3);
    const [first = 0, second = 0, third = 0] = world().proxy.seen.map(({ at }) => at);
    expect(second - first).toBeGreaterThan(180);
    expect(third - second).toBeGreaterThan(380);
  });

  it.each([
    ['the network is back', 'online'],
    ['the user is back', 'visibilitychange'],
    ['data is requested', null],
  ])('a refresh that auth-js has given up is made at once when %s', async (_name, event) => {
    const page = Object.assign(new EventTarget(), { location: { href: 'https://space.example/dashboard' } });
    vi.stubGlobal('window', page);
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.spyOn(console, 'warn').mockReturnValue(); // auth-js warns of several clients on one page
    let isOffline = true;
    const givenUp = Promise.withResolvers<void>();
    const later: typeof fetch = async (input, init) => {
      if (!isOffline) return fetch(input, init);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 }); // longer than auth-js tries
      givenUp.resolve();
      throw new TypeError('Failed to fetch');
    };
    const tab = await openExpired({}, { fetch: later });
    await givenUp.promise;
    await expect(list(tab)).rejects.toMatchObject({ kind: 'network' });
    isOffline = false;
    if (event) page.dispatchEvent(new Event(event));
    else expect(await list(tab)).toEqual([]);
    await expect.poll(refreshes).toBe(1);
    vi.mocked(console.warn).mockRestore();
  });

  it.each<[string, Fault]>([
    ['the connection drops', 'drop'],
    ['a portal responds', { status: 403 }],
    ['there are too many requests', json(429, '{"code":"over_request_rate_limit"}')],
    ['the server fails', json(500, '{"message":"oops"}')],
    ['a portal responds with JSON of its own', json(200, '{"login":true}')],
    ['a gateway rejects the key', json(401, '{"message":"Invalid API key"}')],
  ])('the session stays if it cannot be refreshed: %s', async (_name, fault) => {
    const tab = await openExpired();
    world().proxy.rule({ ...REFRESH, fault });
    const ended = vi.fn<AuthListener>();
    tab.backend.auth.onChange(ended);
    const unreachable = { kind: 'network' };
    await expect(list(tab)).rejects.toMatchObject(unreachable);
    await expect(tab.backend.auth.changePassword('N3wPassword')).rejects.toMatchObject(unreachable);
    expect(tab.isSignedIn()).toBe(true);
    expect(ended).not.toHaveBeenCalledWith(null);
  });

  it.each<[string, (backend: Backend) => Promise<unknown>, object]>([
    ['the week is requested', ({ tasks }) => tasks.listBetween(...WEEK), {}],
    ['the account is requested', ({ account }) => account.get(), { saysExpiresIn: 3_000 }],
    ['a password is changed', ({ auth }) => auth.changePassword('N3wPassword'), { expiresIn: 3_000 }],
  ])('a refusal ends the session here: %s', async (_name, act, spoiling) => {
    const tab = await openExpired({ refreshToken: 'refused', ...spoiling });
    await world().server.query('delete from auth.sessions where user_id = $1', [tab.userId]);
    const listener = vi.fn<AuthListener>();
    tab.backend.auth.onChange(listener);
    await expect(act(tab.backend)).rejects.toMatchObject({ kind: 'auth' });
    expect(tab.isSignedIn()).toBe(false);
    expect(listener).toHaveBeenCalledWith(null);
  });

  it('a request is not repeated as another user who has signed in meanwhile', async () => {
    const ben = await world().openSignedInTab();
    const bens = ben.storage.getItem(SESSION_KEY) ?? '';
    // While Anna's request is pending, Ben signs in in another tab of her browser.
    const meanwhile: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (addressOf(input).includes('/rest/v1/')) tab.storage.setItem(SESSION_KEY, bens);
      return response;
    };
    const tab = await openExpired({ saysExpiresIn: 3_000 }, { fetch: meanwhile });
    await expect(tab.backend.tasks.add(newTask(tab.userId))).rejects.toMatchObject({ kind: 'auth' });
    expect(readStoredSession(tab.safe)?.id).toBe(ben.userId);
    expect(world().requestsTo('/rest/v1/tasks')).toBe(1);
  });
});

// Clearing this browser at once: shared/auth/tests/store.test.ts.
describe('sign-out', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
  afterEach(() => vi.mocked(console.error).mockRestore());

  /** Tells the server that the session of a tab is over. */
  async function end({ backend, safe }: Tab): Promise<void> {
    const session = readSession(safe);
    if (session) await backend.auth.endSession(session, 'global');
  }

  it.each([3_000, -60])(
    'ends all sessions of the user on the server; the token ends in %i s',
    async (expiresIn) => {
      const tab = await world().openSignedInTab();
      await world().openTab().backend.auth.signIn({ email: tab.email, password: PASSWORD });
      world().spoil(tab.storage, { expiresIn });
      await end(tab);
      const left = await world().server.query('select 1 from auth.sessions where user_id = $1', [tab.userId]);
      expect(left).toEqual([]);
      await end(tab); // the server no longer knows it
      expect(console.error).not.toHaveBeenCalled();
    },
  );

  it.each<[string, Fault]>([
    ['the connection drops', 'drop'],
    ['the request hangs', 'hang'],
    ['a portal responds', { status: 200 }],
    ['the server fails', json(500, '{}')],
  ])('is only reported to the console if %s', async (_name, fault) => {
    const { storage } = await world().openSignedInTab();
    const tab = world().openTab({ browser: storage, timeoutMilliseconds: 1_000 });
    world().proxy.rule({ path: '/', fault });
    await end(tab);
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('is not undone by a refresh that was under way', async () => {
    const [answered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!addressOf(input).includes(REFRESH.path)) return response;
      answered.resolve();
      await held.promise;
      return response;
    };
    const tab = await openExpired({}, { fetch: slow });
    const request = list(tab).catch((error: unknown) => error);
    await answered.promise;
    tab.safe.removeItem(SESSION_KEY);
    held.resolve();
    expect(await request).toMatchObject({ kind: 'auth' });
    expect(tab.isSignedIn()).toBe(false);
  });
});
