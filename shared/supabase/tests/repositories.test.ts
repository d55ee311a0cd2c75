import { beforeEach, expect, it } from 'vitest';
import { clearStoredSession } from '../src/storedSession.ts';
import { json } from '../testing/index.ts';
import { PASSWORD, newTask, startWorld, type World } from './world.ts';

const world = startWorld();
const unreachable = { kind: 'network' };

let tab: Awaited<ReturnType<World['openSignedInTab']>>;
beforeEach(async () => {
  tab = await world().openSignedInTab();
});

it('profile-query: a profile is read and renamed by its user alone, with only what a page shows, as a single row', async () => {
  const { backend, userId } = tab;
  const renamed = { id: userId, display_name: 'José 李' };
  expect(await backend.profiles.updateDisplayName(userId, 'José 李')).toMatchObject(renamed);
  world().proxy.reset();
  expect(await backend.profiles.getDisplayName(userId)).toBe('José 李');
  const created_at: unknown = expect.stringMatching(/^20\d\d-\d\d-\d\d/);
  expect(await backend.profiles.get(userId)).toEqual({ ...renamed, created_at });
  const single = 'application/vnd.pgrst.object+json';
  expect(world().proxy.seen.map(({ path, accept }) => [decodeURIComponent(path), accept])).toEqual([
    [`/rest/v1/profiles?select=display_name&id=eq.${userId}`, single],
    [`/rest/v1/profiles?select=display_name,created_at&id=eq.${userId}`, single],
  ]);
  await expect(backend.profiles.updateDisplayName(userId, 'a@b')).rejects.toMatchObject({ kind: 'rejected' });

  const ben = await world().openSignedInTab();
  const gone = { kind: 'rejected', code: 'no_row', status: 406 };
  await expect(ben.backend.profiles.get(userId)).rejects.toMatchObject(gone);
  await expect(ben.backend.profiles.updateDisplayName(userId, 'Ben')).rejects.toMatchObject(gone);
});

it.each(['[]', '7', 'null', '{"login":true}', '{"display_name":7,"created_at":7}'])(
  'a portal’s %s in the place of a row is a fault of the network',
  async (body) => {
    const { profiles, account } = tab.backend;
    world().proxy.rule({ path: '/v1/', fault: json(200, body) });
    await expect(profiles.get(tab.userId)).rejects.toMatchObject(unreachable);
    await expect(profiles.getDisplayName(tab.userId)).rejects.toMatchObject(unreachable);
    await expect(account.get()).rejects.toMatchObject(unreachable);
  },
);

it('own-data: the account is what the server stores about it, and cannot be read without a session', async () => {
  const instant: unknown = expect.stringMatching(/^20\d\d-\d\d-\d\d[T ]/);
  expect(await tab.backend.account.get()).toEqual({
    id: tab.userId,
    email: tab.email,
    created_at: instant,
    email_confirmed_at: instant,
    last_sign_in_at: instant,
    providers: ['email'],
  });
  await expect(world().openTab().backend.account.get()).rejects.toMatchObject({ kind: 'auth' });
});

it('own-data: deleting the account leaves it to the caller to end the session here', async () => {
  const { backend, email, userId, isSignedIn } = tab;
  const task = await backend.tasks.add(newTask(userId));
  const restore = world().proxy.rule({ method: 'POST', path: '/rest/v1/rpc', fault: { status: 503 } });
  await expect(backend.account.remove(userId)).rejects.toMatchObject(unreachable);
  restore();
  expect(await backend.tasks.listAll()).toEqual([task]);
  await backend.account.remove(userId);
  await backend.account.remove(userId); // as after a lost answer
  expect(isSignedIn()).toBe(true);
  await expect(backend.tasks.listAll()).rejects.toMatchObject({ kind: 'auth' });
  expect(await world().server.query('select 1 from public.tasks where id = $1', [task.id])).toEqual([]);
  const refused = { code: 'invalid_credentials' };
  await expect(backend.auth.signIn({ email, password: PASSWORD })).rejects.toMatchObject(refused);
});

it('own-data: an account is not deleted once another user, or no one, is signed in', async () => {
  const other = await world().openSignedInTab();
  const refused = { code: 'no_session' };
  await expect(tab.backend.account.remove(other.userId)).rejects.toMatchObject(refused);
  clearStoredSession(tab.safe);
  await expect(tab.backend.account.remove(tab.userId)).rejects.toMatchObject(refused);
  expect(await other.backend.account.get()).toMatchObject({ id: other.userId });
});

it('calendar-feed: it has an address from its creation to its withdrawal, and a new secret with each renewal', async () => {
  const { calendarFeed } = tab.backend;
  expect(await calendarFeed.since()).toBeNull();
  const [first, second] = [await calendarFeed.renew(), await calendarFeed.renew()];
  expect([first, second].every((secret) => /^[0-9a-f]{64}$/.test(secret))).toBe(true);
  expect(first).not.toBe(second);
  expect(await calendarFeed.since()).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  await calendarFeed.withdraw();
  await calendarFeed.withdraw();
  expect(await calendarFeed.since()).toBeNull();
});
