import { describe, expect, it, vi } from 'vitest';
import { readSession, readStoredSession } from '../src/storedSession.ts';
import { addressOf, json, type Fault } from '../testing/proxy.ts';
import type { AuthListener } from '../src/types.ts';
import { spoilSession } from '../testing/tokens.ts';
import { REFRESH, WEEK, createSessionProbe } from './sessionProbe.ts';
import { newTask, startWorld, type Tab } from './world.ts';

const world = startWorld();
const { isSignedIn, openWithExpiredToken, requestsTo } = createSessionProbe(world);

const CREDENTIALS = { email: 'a@example.com', password: 'Passw0rd!' };

describe('a fault of the network', () => {
  const faults: [string, Fault][] = [
    ['a dropped connection', 'drop'],
    ['a response that breaks off', 'drop-answer'],
    ['a gateway page (502)', { status: 502 }],
    ['an overloaded server (503)', json(503, '{"message":"busy"}')],
    ['a gateway timeout (504)', { status: 504 }],
    ['a Cloudflare page (520)', { status: 520 }],
    ["a captive portal's page (200)", { status: 200 }],
    ["a proxy's refusal (403 with a page)", { status: 403 }],
    ['a missing API (404 with a page)', { status: 404 }],
    ['an empty 404', { status: 404, body: '' }],
    ['a portal that responds with JSON of its own', json(200, '{"login":true}')],
    ['truncated JSON', json(200, '[{"id":')],
    ['an empty body', json(200, '')],
  ];

  it.each(faults)(
    'is a network error for tasks, never an empty week, and for signing in: %s',
    async (_name, fault) => {
      const tab = await world().openSignedInTab();
      await tab.backend.tasks.add(newTask(tab.userId));
      world().proxy.rule({ path: '/v1/', fault });
      const unreachable = { kind: 'network' };
      await expect(tab.backend.tasks.listBetween(...WEEK)).rejects.toMatchObject(unreachable);
      await expect(tab.backend.tasks.add(newTask(tab.userId))).rejects.toMatchObject(unreachable);
      await expect(tab.backend.profiles.get(tab.userId)).rejects.toMatchObject(unreachable);
      expect(isSignedIn(tab)).toBe(true);
      await expect(world().openTab().backend.auth.signIn(CREDENTIALS)).rejects.toMatchObject(unreachable);
    },
  );

  it('times out a hanging request', async () => {
    const { storage } = await world().openSignedInTab();
    const tab = world().openTab({ browser: storage, timeoutMilliseconds: 150 });
    world().proxy.rule({ path: '/v1/', fault: 'hang' });
    const unanswered = { kind: 'network', code: 'no_answer' };
    await expect(tab.backend.tasks.listBetween(...WEEK)).rejects.toMatchObject(unanswered);
    await expect(tab.backend.auth.signIn(CREDENTIALS)).rejects.toMatchObject({ kind: 'network' });
  });

  it('sends a request once and leaves the retry to the user', async () => {
    const tab = await world().openSignedInTab();
    world().proxy.reset();
    world().proxy.rule({ path: '/rest/v1/', fault: json(503, '{}') });
    const busy = { kind: 'network', status: 503 };
    await expect(tab.backend.tasks.listBetween(...WEEK)).rejects.toMatchObject(busy);
    expect(requestsTo('/rest/v1/')).toBe(1);
  });

  it('distinguishes a wrong key from a lost session', async () => {
    const { backend } = world().openTab({ key: 'sb_publishable_wrong' });
    await expect(backend.auth.signIn(CREDENTIALS)).rejects.toMatchObject({ kind: 'rejected' });
  });
});

it('listing tasks without a session fails before any request is sent, also right after signing out', async () => {
  const week = (tab: Tab) => tab.backend.tasks.listBetween(...WEEK);
  const refused = { kind: 'auth', code: 'no_session' };
  await expect(week(world().openTab())).rejects.toMatchObject(refused);
  const tab = await world().openSignedInTab();
  await tab.backend.auth.signOut();
  await expect(week(tab)).rejects.toMatchObject(refused);
  expect(requestsTo('/rest/v1/')).toBe(0);
});

describe('an expired token', () => {
  /** Changes when a session expires and what it states as its expiry, and clears the recorded requests. */
  function spoil({ storage }: Tab, expiresIn: number, saysExpiresIn: number): void {
    spoilSession(storage, { jwtSecret: world().server.jwtSecret, expiresIn, saysExpiresIn });
    world().proxy.reset();
  }

  it('is refreshed and the request retried, once each, with the new token', async () => {
    const tab = await openWithExpiredToken();
    world().proxy.reset();
    const { backend, safe } = tab.open();
    expect(await backend.tasks.add(newTask(tab.userId))).toMatchObject({ user_id: tab.userId });
    expect(requestsTo('grant_type=refresh_token')).toBe(1);
    expect(requestsTo('/rest/v1/')).toBeLessThanOrEqual(2);
    const last = world()
      .proxy.seen.filter(({ path }) => path.includes('/rest/v1/'))
      .at(-1);
    expect(last?.authorization).toBe(`Bearer ${readSession(safe)?.accessToken}`);
  });

  it('is refreshed once for many concurrent requests', async () => {
    const tab = await openWithExpiredToken();
    world().proxy.reset();
    const { backend } = tab.open();
    await Promise.all([1, 2, 3, 4, 5].map(() => backend.tasks.listBetween(...WEEK)));
    expect(requestsTo('grant_type=refresh_token')).toBe(1);
  });

  it('is refreshed if only the server considers it expired: the clock of the device is behind', async () => {
    const tab = await world().openSignedInTab();
    spoil(tab, -60, 3000);
    expect(await tab.backend.tasks.listBetween(...WEEK)).toEqual([]);
    expect(world().proxy.seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  it('is not refreshed again and again if only the device considers it expired: its clock is ahead', async () => {
    const tab = await world().openSignedInTab();
    spoil(tab, 3000, -600);
    for (let count = 0; count < 10; count += 1) await tab.backend.tasks.listBetween(...WEEK);
    expect(requestsTo('grant_type=refresh_token')).toBe(0);
  });

  it.each<[string, Fault]>([
    ['the connection drops', 'drop'],
    ['a gateway responds', { status: 503 }],
    ['a portal responds', { status: 403 }],
    ['there are too many requests', json(429, '{"code":"over_request_rate_limit"}')],
    ['the server fails', json(500, '{"message":"oops"}')],
    ['a portal responds with JSON of its own', json(200, '{"login":true}')],
    ['a gateway rejects the key', json(401, '{"message":"Invalid API key"}')],
    ['the request hangs', 'hang'],
  ])('keeps the session if it cannot be refreshed: %s', async (_name, fault) => {
    const tab = await openWithExpiredToken({ timeoutMilliseconds: 150 });
    world().proxy.rule({ ...REFRESH, fault });
    const { backend, safe } = tab.open();
    const listener = vi.fn<AuthListener>();
    backend.auth.onChange(listener);
    const unreachable = { kind: 'network' };
    await expect(backend.tasks.listBetween(...WEEK)).rejects.toMatchObject(unreachable);
    await expect(backend.tasks.remove(crypto.randomUUID())).rejects.toMatchObject(unreachable);
    await expect(backend.auth.changePassword('N3wPassword')).rejects.toMatchObject(unreachable);
    expect(isSignedIn({ safe })).toBe(true);
    expect(listener).not.toHaveBeenCalledWith('SIGNED_OUT', null);
  });

  it.each([
    ['the device considers the token expired', -60],
    ['the device considers the token valid', 3000],
  ])('ends the session, once, if the refresh is refused as well: %s', async (_name, saysExpiresIn) => {
    const tab = await openWithExpiredToken({ refreshToken: 'refused', saysExpiresIn });
    const { backend, safe } = tab.open();
    const listener = vi.fn<AuthListener>();
    backend.auth.onChange(listener);
    await expect(backend.tasks.listBetween(...WEEK)).rejects.toMatchObject({ kind: 'auth' });
    expect(isSignedIn({ safe })).toBe(false);
    expect(listener.mock.calls.filter(([event]) => event === 'SIGNED_OUT')).toEqual([['SIGNED_OUT', null]]);
  });

  it('does not retry a request as another user who has signed in meanwhile', async () => {
    const anna = await world().openSignedInTab();
    const ben = await world().openSignedInTab();
    spoil(anna, -60, 3000);
    const session = ben.storage.getItem('better-space-session') ?? '';
    // While Anna's request is pending, Ben signs in in another tab of her browser.
    const fetchAsAnna: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (addressOf(input).includes('/rest/v1/')) anna.storage.setItem('better-space-session', session);
      return response;
    };
    const tab = world().openTab({ browser: anna.storage, fetch: fetchAsAnna });
    await expect(tab.backend.tasks.add(newTask(anna.userId))).rejects.toMatchObject({ kind: 'auth' });
    expect(readStoredSession(tab.safe)?.id).toBe(ben.userId);
    expect(requestsTo('/rest/v1/tasks')).toBe(1);
  });

  it('retries only once if the server considers the new token expired too', async () => {
    const tab = await world().openSignedInTab();
    world().proxy.reset();
    const body = '{"code":"PGRST303","message":"JWT expired"}';
    world().proxy.rule({ path: '/rest/v1/', fault: json(401, body) });
    const spent = { kind: 'auth', code: 'PGRST303' };
    await expect(tab.backend.tasks.listBetween(...WEEK)).rejects.toMatchObject(spent);
    expect(requestsTo('/rest/v1/')).toBe(2);
    expect(requestsTo('grant_type=refresh_token')).toBe(1);
  });
});

it('reports that the clock of the device is wrong, and when it is right again', async () => {
  const tab = await world().openSignedInTab();
  const listener = vi.fn<(isWrong: boolean) => void>();
  tab.backend.auth.onClock(listener);
  const date = (minutes: number) => new Date(Date.now() + minutes * 60_000).toUTCString();
  const restore = world().proxy.rule({ path: '/rest/v1/', headers: { date: date(61) } });
  await tab.backend.tasks.listBetween(...WEEK);
  await tab.backend.tasks.listBetween(...WEEK);
  restore();
  await tab.backend.tasks.listBetween(...WEEK);
  expect(listener.mock.calls).toEqual([[true], [false]]);
});
