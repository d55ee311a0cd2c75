/** The storage key of the session, for every tab and every app of the origin. */
export const SESSION_KEY = 'better-space-session';

/**
 * The storage key of the session of a recovery link, in the storage of its tab, until a new password is set. It is not the session of this browser: it does not sign a user in.
 */
export const RECOVERY_KEY = 'better-space-recovery';

/** A key-value store whose methods never throw, whatever the browser's storage does. */
export interface SafeStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The signed-in user, with the fields that the site needs. */
export interface SessionUser {
  id: string;
  email: string | null;
}

/** The stored session: the tokens and their owner. Provider tokens are never part of it. */
export interface StoredSession {
  accessToken: string;
  refreshToken: string;
  /** Seconds since 1970, by the server's clock. */
  expiresAt: number;
  user: SessionUser;
}

/** Returns the signed-in user, synchronously and without the backend; null when signed out. */
export function readStoredSession(storage: SafeStorage, key = SESSION_KEY): SessionUser | null {
  return readSession(storage, key)?.user ?? null;
}

/** Returns the stored session with its tokens; null if there is none or it cannot be read. */
export function readSession(storage: SafeStorage, key = SESSION_KEY): StoredSession | null {
  const text = storage.getItem(key);
  return text === null ? null : parseSession(text);
}

/** Removes the session and the unfinished sign-ins that supabase-js stores beside it. Never throws. */
export function clearStoredSession(storage: SafeStorage): void {
  storage.removeItem(SESSION_KEY);
  storage.removeItem(`${SESSION_KEY}-user`);
  clearVerifiers(storage);
}

/** The end of the storage key of a PKCE sign-in's verifier, after that of its client. */
export const VERIFIER = '-code-verifier';

/**
 * Removes the code verifiers of PKCE sign-ins. supabase-js stores a second copy of each, under a key that it only looks up
 * for an address with `sb_flow_id`, which our addresses do not have.
 */
export function clearVerifiers(storage: SafeStorage): void {
  const index = storage.getItem(`${SESSION_KEY}-flows${VERIFIER}`);
  for (const [id] of index?.matchAll(/[0-9a-f]+/g) ?? [])
    storage.removeItem(`${SESSION_KEY}-flow-${id}${VERIFIER}`);
  storage.removeItem(`${SESSION_KEY}-flows${VERIFIER}`);
  storage.removeItem(`${SESSION_KEY}${VERIFIER}`);
}

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** This tab's own value for a key that storage refused to write, and the stored value at that moment. */
interface MemoryCopy {
  value: string | null;
  shadowed: string | null;
}

/**
 * Wraps the browser's storage so that no page fails when it is full, blocked or corrupt.
 * - A write or removal that storage refuses is kept in memory for this tab, until another tab changes the stored value.
 * - `provider_token` and `provider_refresh_token` are removed from a session before it is written.
 * - A stored session of the wrong shape is dropped, `expires_at: "NaN"` included.
 * Other keys (PKCE verifiers, the planner's flags) pass through unchanged.
 * @param storage defaults to the page's localStorage, or to memory if there is none
 */
export function safeStorage(storage: KeyValueStorage | null = pageStorage()): SafeStorage {
  const memory = new Map<string, MemoryCopy>();

  function readRaw(key: string): string | null {
    try {
      return storage?.getItem(key) ?? null;
    } catch {
      return null; // blocked: only the memory copy remains
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
      // Full or blocked: this tab continues with its own copy.
    }
    memory.set(key, { value, shadowed: readRaw(key) });
  }

  function read(key: string): string | null {
    const raw = readRaw(key);
    const copy = memory.get(key);
    if (!copy) return raw;
    if (copy.shadowed === raw) return copy.value;
    memory.delete(key); // another tab has written since: its value is newer
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

/** `safeStorage` for the storage of this tab, which survives a reload and ends with the tab. */
export function safeTabStorage(): SafeStorage {
  return safeStorage(tabStorage());
}

function tabStorage(): KeyValueStorage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null; // blocked, as in pageStorage
  }
}

function pageStorage(): KeyValueStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // reading localStorage itself throws if cookies are blocked
  }
}

/** Parses a stored session; returns null if the text is corrupt, incomplete or of another shape. */
export function parseSession(text: string): StoredSession | null {
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

/** Returns a stored session without Google's tokens, which this site never uses. */
export function withoutProviderTokens(text: string): string {
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
