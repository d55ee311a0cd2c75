import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSession, readStoredSession } from '../src/storedSession.ts';
import { addressOf, json, type Fault } from '../testing/proxy.ts';
import type { AuthListener } from '../src/types.ts';
import { spoilSession } from '../testing/tokens.ts';
import { PASSWORD, startWorld } from './world.ts';

const world = startWorld();

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => vi.mocked(console.error).mockRestore());

async function isAlive(refreshToken: string): Promise<boolean> {
  const { server } = world();
  const response = await fetch(`${server.origin}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return response.ok;
}

it('ends the session here and all sessions of the user on the server', async () => {
  const { backend, safe, email } = await world().openSignedInTab();
  const other = world().openTab();
  await other.backend.auth.signIn({ email, password: PASSWORD });
  const tokens = [safe, other.safe].map((storage) => readSession(storage)?.refreshToken ?? '');
  const listener = vi.fn<AuthListener>();
  backend.auth.onChange(listener);
  await backend.auth.signOut();
  expect(readStoredSession(safe)).toBeNull();
  expect(listener.mock.calls.filter(([event]) => event === 'SIGNED_OUT')).toEqual([['SIGNED_OUT', null]]);
  expect(await Promise.all(tokens.map(isAlive))).toEqual([false, false]);
  expect(console.error).not.toHaveBeenCalled();
});

it.each<[string, Fault, number?]>([
  ['the connection drops', 'drop'],
  ['the request hangs', 'hang'],
  ['a gateway responds', { status: 503 }],
  ['a portal responds', { status: 200 }],
  ['the server fails', json(500, '{}')],
  ['the token has expired and the connection drops', 'drop', -60],
])('ends the session here at once although %s', async (_name, fault, expiresIn = 3000) => {
  const { backend, safe, storage } = await world().openSignedInTab({ signOutMilliseconds: 100 });
  spoilSession(storage, { jwtSecret: world().server.jwtSecret, expiresIn });
  world().proxy.rule({ path: '/', fault });
  const ending = backend.auth.signOut();
  expect(readStoredSession(safe)).toBeNull(); // synchronously, before any response
  await ending;
  expect(readStoredSession(safe)).toBeNull();
  expect(console.error).toHaveBeenCalledOnce();
});

it('ends an expired session on the server too', async () => {
  const { backend, storage, safe } = await world().openSignedInTab();
  const { refreshToken = '' } = readSession(safe) ?? {};
  spoilSession(storage, { jwtSecret: world().server.jwtSecret, expiresIn: -60 });
  await backend.auth.signOut();
  expect(await isAlive(refreshToken)).toBe(false);
});

it('succeeds if the server no longer knows the session', async () => {
  const { backend, safe, email } = await world().openSignedInTab();
  const other = world().openTab();
  await other.backend.auth.signIn({ email, password: PASSWORD });
  await other.backend.auth.signOut();
  await backend.auth.signOut();
  expect(readStoredSession(safe)).toBeNull();
  expect(console.error).not.toHaveBeenCalled();
});

it('is not undone by a refresh that was under way', async () => {
  const before = await world().openSignedInTab();
  before.backend.dispose();
  spoilSession(before.storage, { jwtSecret: world().server.jwtSecret, expiresIn: -60 });
  const { promise: answered, resolve: refreshed } = Promise.withResolvers<void>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { backend, safe } = world().openTab({
    browser: before.storage,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (addressOf(input).includes('grant_type=refresh_token')) {
        refreshed();
        await held;
      }
      return response;
    },
  });
  const request = backend.tasks.listBetween('2026-11-16', '2026-11-22').catch((error: unknown) => error);
  await answered;
  const ending = backend.auth.signOut();
  release();
  expect(await request).toMatchObject({ kind: 'auth' });
  await ending;
  expect(readStoredSession(safe)).toBeNull();
});

it('of a session that was read earlier leaves the next user signed in', async () => {
  const anna = await world().openSignedInTab();
  const ended = readSession(anna.safe) ?? undefined;
  anna.storage.clear();
  const ben = await world().openSignedInTab();
  anna.storage.setItem('better-space-session', ben.storage.getItem('better-space-session') ?? '');
  await anna.backend.auth.signOut(ended);
  expect(readStoredSession(anna.safe)?.id).toBe(ben.userId);
  expect(await isAlive(ended?.refreshToken ?? '')).toBe(false);
});

it('does nothing if no user is signed in', async () => {
  const { backend } = world().openTab();
  world().proxy.reset();
  await backend.auth.signOut();
  expect(world().proxy.seen).toEqual([]);
});
