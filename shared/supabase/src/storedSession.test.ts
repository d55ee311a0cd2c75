import { describe, expect, it } from 'vitest';
import {
  SESSION_KEY,
  clearStoredSession,
  readSession,
  readStoredSession,
  safeStorage,
} from './storedSession.ts';
import { memoryStorage } from '../testing/index.ts';

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

describe('reading who is signed in', () => {
  it('finds the user and the tokens', () => {
    const { safe } = stored(session);
    expect(readStoredSession(safe)).toEqual({ id: 'user-1', email: 'anna@example.com' });
    expect(readSession(safe)).toMatchObject({
      accessToken: 'access',
      refreshToken: 'refresh',
      expiresAt: 1_800_000_000,
    });
  });

  it('finds no user in an empty storage', () => {
    expect(readStoredSession(safeStorage(memoryStorage()))).toBeNull();
  });

  it('finds a user without an e-mail address', () => {
    const { safe } = stored({ ...session, user: { id: 'user-1' } });
    expect(readStoredSession(safe)).toEqual({ id: 'user-1', email: null });
  });

  it.each([
    ['broken JSON', '{bad'],
    ['a string', '"session"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an empty object', {}],
    ['no access token', { ...session, access_token: undefined }],
    ['an empty access token', { ...session, access_token: '' }],
    ['no refresh token', { ...session, refresh_token: undefined }],
    ['a refresh token that is not a string', { ...session, refresh_token: 7 }],
    ['no expiry', { ...session, expires_at: undefined }],
    ['an expiry that is NaN', { ...session, expires_at: 'NaN' }],
    ['an expiry that is a string', { ...session, expires_at: '1800000000' }],
    ['no user', { ...session, user: undefined }],
    ['a user without an id', { ...session, user: { email: 'anna@example.com' } }],
    ['a user that is a list', { ...session, user: [] }],
  ])('drops a session with %s', (_name, value) => {
    const { storage, safe } = stored(value);
    expect(readStoredSession(safe)).toBeNull();
    expect(storage.getItem(SESSION_KEY)).toBeNull();
  });
});

describe('writing', () => {
  it("never writes Google's tokens", () => {
    const storage = memoryStorage();
    const text = JSON.stringify({
      ...session,
      provider_token: 'google-1',
      provider_refresh_token: 'google-2',
    });
    safeStorage(storage).setItem(SESSION_KEY, text);
    expect(JSON.parse(storage.getItem(SESSION_KEY) ?? '')).toEqual(session);
  });

  it("never keeps Google's tokens in memory either", () => {
    const storage = memoryStorage();
    storage.refuse.writes = true;
    const safe = safeStorage(storage);
    safe.setItem(SESSION_KEY, JSON.stringify({ ...session, provider_token: 'google-1' }));
    expect(safe.getItem(SESSION_KEY)).not.toContain('google');
  });

  it.each([
    `${SESSION_KEY}-code-verifier`,
    `${SESSION_KEY}-user`,
    `${SESSION_KEY}-flows-code-verifier`,
    'goalTooltipDismissed',
  ])('passes %s through as it is', (key) => {
    const storage = memoryStorage();
    const safe = safeStorage(storage);
    safe.setItem(key, '"any/text"');
    expect(storage.getItem(key)).toBe('"any/text"');
    expect(safe.getItem(key)).toBe('"any/text"');
    safe.removeItem(key);
    expect(storage.getItem(key)).toBeNull();
  });
});

describe('a storage that is full', () => {
  it('keeps in memory what it could not write, for this tab', () => {
    const { storage, safe } = stored(session);
    storage.refuse.writes = true;
    safe.setItem(SESSION_KEY, JSON.stringify({ ...session, access_token: 'newer' }));
    expect(readSession(safe)?.accessToken).toBe('newer');
    expect(readSession(safeStorage(storage))?.accessToken).toBe('access');
  });

  it('signs out although nothing can be removed', () => {
    const { storage, safe } = stored(session);
    storage.refuse.writes = true;
    clearStoredSession(safe);
    expect(readStoredSession(safe)).toBeNull();
  });

  it('follows another tab that could write', () => {
    const { storage, safe } = stored(session);
    storage.refuse.writes = true;
    safe.setItem(SESSION_KEY, JSON.stringify({ ...session, access_token: 'mine' }));
    storage.refuse.writes = false;
    storage.removeItem(SESSION_KEY); // another tab signs out
    expect(readStoredSession(safe)).toBeNull();
  });

  it('writes again once there is room', () => {
    const { storage, safe } = stored(session);
    storage.refuse.writes = true;
    safe.setItem('flag', 'one');
    storage.refuse.writes = false;
    safe.setItem('flag', 'two');
    expect(storage.getItem('flag')).toBe('two');
    expect(safe.getItem('flag')).toBe('two');
  });
});

describe('a storage that is blocked', () => {
  it('works from memory', () => {
    const storage = memoryStorage();
    Object.assign(storage.refuse, { reads: true, writes: true });
    const safe = safeStorage(storage);
    expect(readStoredSession(safe)).toBeNull();
    safe.setItem(SESSION_KEY, JSON.stringify(session));
    expect(readStoredSession(safe)?.id).toBe('user-1');
    clearStoredSession(safe);
    expect(readStoredSession(safe)).toBeNull();
  });

  it('works from memory if there is no storage at all', () => {
    const safe = safeStorage(null);
    safe.setItem(SESSION_KEY, JSON.stringify(session));
    expect(readStoredSession(safe)?.id).toBe('user-1');
  });
});
