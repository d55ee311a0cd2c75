/** Where the session is kept. One key for every tab and every app of the origin. */
export const SESSION_KEY = 'better-space-session';

/** Who is signed in, as far as the site needs to know. */
export interface SessionUser {
  id: string;
  email: string | null;
}

/** The stored session: the tokens and their owner. Provider tokens are never part of it (D-14). */
export interface StoredSession {
  accessToken: string;
  refreshToken: string;
  /** Seconds since 1970, by the server's clock. */
  expiresAt: number;
  user: SessionUser;
}

/** A key-value store whose methods never throw, whatever the browser's storage does. */
export interface SafeStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What this tab holds for a key that storage refused, and what storage held at that moment. */
interface MemoryCopy {
  value: string | null;
  shadowed: string | null;
}

/**
 * Wraps the browser's storage so that it can be full, blocked or corrupt without anybody noticing (trust.md A2 10-12).
 * - A write or removal that storage refuses is kept in memory for this tab, until another tab changes the stored value.
 * - `provider_token` and `provider_refresh_token` are cut from a session before it is written (D-14, A0.9).
 * - A stored session of the wrong shape is dropped, `expires_at: "NaN"` included.
 * Other keys (PKCE verifiers, the planner's flags) pass through unchanged.
 * @param storage defaults to the page's localStorage, or to memory alone where there is none
 */
export function safeStorage(storage: KeyValueStorage | null = pageStorage()): SafeStorage {
  const memory = new Map<string, MemoryCopy>();

  function readRaw(key: string): string | null {
    try {
      return storage?.getItem(key) ?? null;
    } catch {
      return null; // blocked: the memory copy is all there is
    }
  }

  function write(key: string, value: string | null): void {
    try {
      if (storage) {
        if (value === null) storage.removeItem(key);
        else storage.setItem(key, value);
        memory.delete(key);
        return;
      }
    } catch {
      // Full or blocked: this tab goes on with its own copy.
    }
    memory.set(key, { value, shadowed: readRaw(key) });
  }

  function read(key: string): string | null {
    const raw = readRaw(key);
    const copy = memory.get(key);
    if (!copy) return raw;
    if (copy.shadowed === raw) return copy.value;
    memory.delete(key); // another tab wrote since: its word is newer
    return raw;
  }

  return {
    getItem(key) {
      const text = read(key);
      if (key !== SESSION_KEY || text === null) return text;
      if (parseSession(text)) return text;
      write(key, null);
      return null;
    },
    setItem(key, value) {
      write(key, key === SESSION_KEY ? withoutProviderTokens(value) : value);
    },
    removeItem(key) {
      write(key, null);
    },
  };
}

/** Reads who is signed in, without waiting and without the backend (D-8). Null when nobody is. */
export function readStoredSession(storage: SafeStorage): SessionUser | null {
  return readSession(storage)?.user ?? null;
}

/** Reads the stored session with its tokens. Null when there is none or it cannot be read. */
export function readSession(storage: SafeStorage): StoredSession | null {
  const text = storage.getItem(SESSION_KEY);
  return text === null ? null : parseSession(text);
}

/** Removes the session and the half-finished sign-ins that supabase-js keeps beside it. Never throws. */
export function clearStoredSession(storage: SafeStorage): void {
  storage.removeItem(SESSION_KEY);
  storage.removeItem(`${SESSION_KEY}-user`);
}

function parseSession(text: string): StoredSession | null {
  const session = parseObject(text);
  if (!session) return null;
  const { access_token, refresh_token, expires_at, user } = session;
  if (!isText(access_token) || !isText(refresh_token)) return null;
  if (typeof expires_at !== 'number' || !Number.isFinite(expires_at)) return null;
  if (!isRecord(user) || !isText(user.id)) return null;
  const email = isText(user.email) ? user.email : null;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: expires_at,
    user: { id: user.id, email },
  };
}

function withoutProviderTokens(text: string): string {
  const session = parseObject(text);
  if (!session) return text;
  const { provider_token: _token, provider_refresh_token: _refreshToken, ...rest } = session;
  return JSON.stringify(rest);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function pageStorage(): KeyValueStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // merely naming localStorage throws where cookies are blocked
  }
}
