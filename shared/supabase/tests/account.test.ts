import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStoredSession, readStoredSession } from '../src/storedSession.ts';
import { PASSWORD, newTask, startWorld } from './world.ts';

const world = startWorld();

// The embedded backend runs in this process and writes every row the database refuses to the console.
beforeEach(() => {
  vi.spyOn(console, 'error').mockRestore();
});

describe('the account', () => {
  it('is what the server keeps about it', async () => {
    const { backend, userId, email } = await world().openSignedInTab();
    const instant: unknown = expect.stringMatching(/^20\d\d-\d\d-\d\d[T ]/);
    expect(await backend.account.get()).toEqual({
      id: userId,
      email,
      created_at: instant,
      email_confirmed_at: instant,
      last_sign_in_at: instant,
      providers: ['email'],
    });
  });

  it('is not read without a session, nor without a network', async () => {
    await expect(world().openTab().backend.account.get()).rejects.toMatchObject({ kind: 'auth' });
    const { backend } = await world().openSignedInTab();
    world().proxy.rule({ method: 'GET', path: '/auth/v1/user', fault: { status: 502 } });
    await expect(backend.account.get()).rejects.toMatchObject({ kind: 'network' });
  });
});

describe('deleting the account', () => {
  it('deletes it, and leaves the session here to the caller', async () => {
    const { backend, userId, email, safe } = await world().openSignedInTab();
    await backend.tasks.add(newTask(userId));
    await backend.account.remove(userId);
    expect(readStoredSession(safe)?.id).toBe(userId);
    await expect(backend.tasks.listAll()).rejects.toMatchObject({ kind: 'auth' });
    await expect(backend.account.get()).rejects.toMatchObject({ kind: 'auth' });
    await expect(backend.auth.signIn({ email, password: PASSWORD })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('refuses when this user is not signed in any more', async () => {
    const tab = await world().openSignedInTab();
    const other = await world().openSignedInTab();
    await expect(tab.backend.account.remove(other.userId)).rejects.toMatchObject({ code: 'no_session' });
    clearStoredSession(tab.safe);
    await expect(tab.backend.account.remove(tab.userId)).rejects.toMatchObject({ code: 'no_session' });
    expect(await other.backend.account.get()).toMatchObject({ id: other.userId });
  });

  it('fails and deletes nothing when the server cannot be reached, and can be asked again', async () => {
    const { backend, userId } = await world().openSignedInTab();
    const task = await backend.tasks.add(newTask(userId));
    world().proxy.rule({ method: 'POST', path: '/rest/v1/rpc', fault: { status: 503 } });
    await expect(backend.account.remove(userId)).rejects.toMatchObject({ kind: 'network' });
    world().proxy.reset();
    expect(await backend.tasks.listAll()).toEqual([task]);
    await backend.account.remove(userId);
    await backend.account.remove(userId); // as after a lost answer
    expect(await world().server.query('select 1 from public.tasks where id = $1', [task.id])).toEqual([]);
  });
});
