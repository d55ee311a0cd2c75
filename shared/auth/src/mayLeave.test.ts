import { SESSION_KEY, safeStorage } from '@space/supabase';
import { describe, expect, it } from 'vitest';
import { createSessionStore } from './sessionStore.ts';

const sessionOf = (id: string) =>
  JSON.stringify({ access_token: 'a', refresh_token: 'r', expires_at: 4_000_000_000, user: { id } });

/** Opens a page with a signed-in user where a sign-out asks for confirmation. The server is never reached. */
function openPage() {
  const storage = safeStorage(null);
  storage.setItem(SESSION_KEY, sessionOf('ada'));
  const { promise: question, resolve: answer } = Promise.withResolvers<boolean>();
  const forgotten: string[] = [];
  const store = createSessionStore({
    loadBackend: () => new Promise(() => {}),
    storage,
    mayLeave: () => question,
    forgetAccount: (userId) => forgotten.push(userId),
  });
  return { store, storage, answer, forgotten, signOut: store.getState().signOut };
}

describe('signing out with a confirmation', () => {
  it('changes nothing until the user confirms, and nothing if the user stays', async () => {
    const { store, storage, answer, forgotten, signOut } = openPage();
    const signingOut = signOut();
    expect(store.getState().status).toBe('signed-in');
    answer(false);
    expect(await signingOut).toEqual({ ok: true });
    expect(store.getState().user?.id).toBe('ada');
    expect(storage.getItem(SESSION_KEY)).not.toBeNull();
    expect(forgotten).toEqual([]);
  });

  it('also removes the stored data of the account', async () => {
    const { store, storage, answer, forgotten, signOut } = openPage();
    answer(true);
    await signOut();
    expect(store.getState().status).toBe('signed-out');
    expect(storage.getItem(SESSION_KEY)).toBeNull();
    expect(forgotten).toEqual(['ada']);
  });

  it('does not sign out another user who has signed in before the confirmation', async () => {
    const { store, storage, answer, forgotten, signOut } = openPage();
    const signingOut = signOut();
    storage.setItem(SESSION_KEY, sessionOf('grace'));
    store.setState({ user: { id: 'grace', email: null } });
    answer(true);
    await signingOut;
    expect(store.getState().user?.id).toBe('grace');
    expect(forgotten).toEqual([]);
  });
});
