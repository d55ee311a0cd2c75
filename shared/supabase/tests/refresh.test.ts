import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuthListener, Backend } from '../src/types.ts';
import { addressOf, json, type Fault } from '../testing/proxy.ts';
import { spoilSession } from '../testing/tokens.ts';
import { REFRESH, WEEK, createSessionProbe } from './sessionProbe.ts';
import { startWorld } from './world.ts';

const world = startWorld();
const { isSignedIn, openWithExpiredToken, insertTask, requestsTo, timesOf } = createSessionProbe(world);

/** Allows for timers that fire some milliseconds early by another clock. */
const atLeast = (milliseconds: number): number => milliseconds - 20;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an expired token', () => {
  const outages: [string, Fault][] = [
    ['the connection drops', 'drop'],
    ['the response breaks off', 'drop-answer'],
    ['the server is overloaded', json(503, '{"message":"busy"}')],
    ['a gateway responds', { status: 502 }],
  ];
  it.each(outages)(
    'is refreshed a moment later, unnoticed, if the refresh fails once: %s',
    async (_name, fault) => {
      const tab = await openWithExpiredToken();
      await insertTask(tab.userId);
      world().proxy.reset();
      world().proxy.rule({ ...REFRESH, fault, times: 1 });
      const { backend, safe } = tab.open();
      expect(await backend.tasks.listBetween(...WEEK)).toHaveLength(1);
      const [first = 0, second = 0, ...more] = timesOf('grant_type=refresh_token');
      expect(more).toEqual([]);
      expect(second - first).toBeGreaterThanOrEqual(atLeast(200)); // growing delays and their end: heldRefresh.test.ts, with fake timers
      expect(isSignedIn({ safe })).toBe(true);
    },
  );

  it('is not refreshed again before the time in Retry-After, whatever the user does', async () => {
    const tab = await openWithExpiredToken();
    const fault = { status: 429, type: 'application/json', body: '{}', headers: { 'retry-after': '1' } };
    world().proxy.reset();
    world().proxy.rule({ ...REFRESH, fault, times: 1 });
    const { backend } = tab.open();
    await expect(backend.tasks.listBetween(...WEEK)).rejects.toMatchObject({ kind: 'network' });
    await expect(backend.tasks.listBetween(...WEEK)).rejects.toMatchObject({ kind: 'network' });
    expect(requestsTo('grant_type=refresh_token')).toBe(1);
    await vi.waitFor(async () => expect(await backend.tasks.listBetween(...WEEK)).toEqual([]), 10_000);
    const [first = 0, second = 0, ...more] = timesOf('grant_type=refresh_token');
    expect(second - first).toBeGreaterThanOrEqual(atLeast(1_000));
    expect(more).toEqual([]);
  }, 20_000);

  it.each([
    ['the network is back', 'online'],
    ['the user is back', 'visibilitychange'],
    ['data is requested', null],
  ])('is refreshed at once when %s, also after retries were given up', async (_name, event) => {
    const page = Object.assign(new EventTarget(), { location: { href: 'https://space.example/dashboard' } });
    const document = { visibilityState: 'hidden' }; // supabase-js reads the session again when the page becomes visible
    const tab = await openWithExpiredToken();
    vi.stubGlobal('window', page);
    vi.stubGlobal('document', document);
    vi.useFakeTimers({ toFake: ['Date'] });
    let isOffline = true;
    const fetchLater: typeof fetch = async (input, init) => {
      if (!isOffline || !addressOf(input).includes('grant_type=refresh_token')) return fetch(input, init);
      vi.setSystemTime(Date.now() + 31_000); // longer than supabase-js tries
      throw new TypeError('Failed to fetch');
    };
    const warning = vi.spyOn(console, 'warn').mockReturnValue(); // supabase-js warns of several clients on one page
    const { backend } = world().openTab({ browser: tab.storage, fetch: fetchLater });
    await expect(backend.tasks.listBetween(...WEEK)).rejects.toMatchObject({ kind: 'network' });
    const renewed = new Promise<void>((resolve) => {
      backend.auth.onChange((name) => {
        if (name === 'TOKEN_REFRESHED') resolve();
      });
    });
    world().proxy.reset();
    isOffline = false;
    document.visibilityState = 'visible';
    if (event) page.dispatchEvent(new Event(event));
    else expect(await backend.tasks.listBetween(...WEEK)).toEqual([]);
    await renewed;
    expect(requestsTo('grant_type=refresh_token')).toBe(1);
    warning.mockRestore();
  });
});

describe('a session that was ended elsewhere, with a token that has not expired', () => {
  const refusals = [
    ['refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
    ['session_not_found', 'Session from session_id claim in JWT does not exist'],
  ] as const;
  const ENDED = '{"code":"PGRST301","message":"The session has ended","details":null,"hint":null}';

  it.each(refusals)('ends here with the next request, at once and only once: %s', async (code, msg) => {
    const tab = await world().openSignedInTab();
    await insertTask(tab.userId);
    const listener = vi.fn<AuthListener>();
    tab.backend.auth.onChange(listener);
    world().proxy.reset();
    world().proxy.rule({ path: '/rest/v1/', fault: json(401, ENDED) });
    world().proxy.rule({
      ...REFRESH,
      fault: json(400, JSON.stringify({ code: 400, error_code: code, msg })),
    });
    const ended = { kind: 'auth', code: 'PGRST301', message: 'The session has ended' };
    await expect(tab.backend.tasks.listBetween(...WEEK)).rejects.toMatchObject(ended);
    expect(isSignedIn(tab)).toBe(false);
    expect(listener.mock.calls.filter(([event]) => event === 'SIGNED_OUT')).toEqual([['SIGNED_OUT', null]]);
    expect(world().proxy.seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
    await expect(tab.backend.tasks.listBetween(...WEEK)).rejects.toMatchObject({ code: 'no_session' });
    expect(world().proxy.seen).toHaveLength(2);
  });

  const ACTS = [
    ['the account', ({ account }: Backend) => account.get()],
    ['a new password', ({ auth }: Backend) => auth.changePassword('N3wPassword')],
  ] as const;
  it.each(ACTS)('ends here when %s is requested', async (_name, act) => {
    const tab = await world().openSignedInTab();
    const listener = vi.fn<AuthListener>();
    tab.backend.auth.onChange(listener);
    await world().server.query('delete from auth.sessions where user_id = $1', [tab.userId]);
    world().proxy.reset();
    await expect(act(tab.backend)).rejects.toMatchObject({ kind: 'auth' });
    expect(isSignedIn(tab)).toBe(false);
    expect(listener.mock.calls.filter(([event]) => event === 'SIGNED_OUT')).toEqual([['SIGNED_OUT', null]]);
    expect(requestsTo('/auth/v1/')).toBeLessThanOrEqual(2);
  });

  it.each(ACTS)(
    'is distinguished from a token that only the server considers expired: %s',
    async (_name, act) => {
      const tab = await world().openSignedInTab();
      spoilSession(tab.storage, { jwtSecret: world().server.jwtSecret, expiresIn: -60, saysExpiresIn: 3000 });
      world().proxy.reset();
      await act(tab.backend);
      expect(requestsTo('grant_type=refresh_token')).toBe(1);
      expect(requestsTo('/auth/v1/user')).toBe(2);
    },
  );
});
