import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../testing/index.ts';
import {
  SESSION_KEY,
  clearStoredSession,
  readSession,
  readStoredSession,
  safeStorage,
} from './storedSession.ts';

const session = {
  access_token: 'access',
  refresh_token: 'refresh',
  expires_at: 1_800_000_000,
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: 'user-1', email: 'anna@example.com' },
};

function stored(value: unknown) {
  const storage = memoryStorage();
  storage.setItem(SESSION_KEY, typeof value === 'string' ? value : JSON.stringify(value));
  return { storage, safe: safeStorage(storage) };
}

describe('stored-session', () => {
  it('a browser keeps the session that any earlier version has stored', () => {
    const { safe } = stored(session);
    expect(readSession(safe)).toEqual({
      accessToken: 'access',
      refreshToken: 'refresh',
      expiresAt: 1_800_000_000,
      user: { id: 'user-1', email: 'anna@example.com' },
    });
    expect(readStoredSession(stored({ ...session, user: { id: 'user-1' } }).safe)).toEqual({
      id: 'user-1',
      email: null,
    });
    expect(readStoredSession(safeStorage(memoryStorage()))).toBeNull();
  });

  it.each([
    ['broken JSON', '{bad'],
    ['a string', '"session"'],
    ['a list', '[]'],
    ['no access token', { ...session, access_token: undefined }],
    ['an empty access token', { ...session, access_token: '' }],
    ['a refresh token that is not a string', { ...session, refresh_token: 7 }],
    ['no expiry', { ...session, expires_at: undefined }],
    ['an expiry that is a string', { ...session, expires_at: 'NaN' }],
    ['no user', { ...session, user: undefined }],
    ['a user without an id', { ...session, user: { email: 'anna@example.com' } }],
    ['a user that is a list', { ...session, user: [] }],
  ])('a session with %s is dropped', (_name, value) => {
    const { storage, safe } = stored(value);
    expect(readStoredSession(safe)).toBeNull();
    expect(storage.getItem(SESSION_KEY)).toBeNull();
  });
});

it.each([false, true])(
  "sign-in-secrets: Google's tokens are never stored (storage is full: %s)",
  (isFull) => {
    const storage = memoryStorage();
    storage.refuse.writes = isFull;
    const safe = safeStorage(storage);
    const google = { provider_token: 'google-1', provider_refresh_token: 'google-2' };
    safe.setItem(SESSION_KEY, JSON.stringify({ ...session, ...google }));
    expect(JSON.parse(safe.getItem(SESSION_KEY) ?? '')).toEqual(session);
    expect(storage.getItem(SESSION_KEY) === null).toBe(isFull);
  },
);

describe('kept-data: a storage that is full', () => {
  it('is replaced by memory for this tab, until it can be written again', () => {
    const { storage, safe } = stored(session);
    storage.refuse.writes = true;
    const newer = JSON.stringify({ ...session, access_token: 'newer' });
    safe.setItem(SESSION_KEY, newer);
    expect(readSession(safe)?.accessToken).toBe('newer');
    expect(readSession(safeStorage(storage))?.accessToken).toBe('access');
    storage.refuse.writes = false;
    safe.setItem(SESSION_KEY, newer);
    expect(storage.getItem(SESSION_KEY)).toBe(newer);
  });

  it('does not keep a user signed in who signs out, here or in another tab', () => {
    const { storage, safe } = stored(session);
    storage.refuse.writes = true;
    const other = safeStorage(storage);
    other.setItem(SESSION_KEY, JSON.stringify({ ...session, access_token: 'mine' }));
    clearStoredSession(safe);
    expect(readStoredSession(safe)).toBeNull();
    storage.refuse.writes = false;
    storage.removeItem(SESSION_KEY);
    expect(readStoredSession(other)).toBeNull();
  });
});
