/** The storage key of the session, for every tab and every app of the origin. */
export const SESSION_KEY = 'better-space-session';

/**
 * The storage key of a recovery link's session, in the storage of its tab, until a new password is set. It does not sign
 * a user in.
 */
export const RECOVERY_KEY = 'better-space-recovery';

/** The end of the storage key of a PKCE sign-in's verifier, after that of its client. */
export const VERIFIER = '-code-verifier';

/** A key-value store whose methods never throw, whatever the browser's storage does. */
export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The signed-in user, with the fields that the site needs. */
export interface SessionUser {
  id: string;
  email: string | null;
}

/** The stored session: the tokens and their owner. Google's own tokens are never part of it. */
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
  return parseSession(storage.getItem(key));
}

/** Removes the session and the unfinished sign-ins that supabase-js stores beside it. Never throws. */
export function clearStoredSession(storage: SafeStorage): void {
  storage.removeItem(SESSION_KEY);
  clearVerifiers(storage);
}

/**
 * Removes the code verifiers of PKCE sign-ins. supabase-js stores a second copy of each, under a key that it only looks up
 * for an address with `sb_flow_id`, which our addresses do not have.
 */
export function clearVerifiers(storage: SafeStorage): void {
  const index = storage.getItem(`${SESSION_KEY}-flows${VERIFIER}`);
  for (const [id] of index?.matchAll(/[0-9a-f]+/g) ?? [])
    storage.removeItem(`${SESSION_KEY}-flow-${id}${VERIFIER}`);
  storage.removeItem(`${SESSION_KEY}-flows${VERIFIER}`);
  storage.removeItem(SESSION_KEY + VERIFIER);
}

/**
 * Wraps a page's storage so that no page fails when it is full, blocked or corrupt; `null` is memory alone.
 * - A write or removal that storage refuses is kept in memory for this tab, until another tab changes the stored value.
 * - Google's tokens are removed from a session before it is written, and a stored session of the wrong shape is dropped.
 */
export function safeStorage(storage = pageStorage('localStorage')): SafeStorage {
  /** This tab's own value for a key that storage refused to write, and the stored value at that moment. */
  const memory = new Map<string, { value: string | null; shadowed: string | null }>();

  function attempt<Result>(work: (storage: SafeStorage) => Result): Result | null {
    try {
      return storage && work(storage);
    } catch {
      return null; // full or blocked: this tab continues with its own copy
    }
  }

  function write(key: string, value: string | null): void {
    const isWritten = attempt((into) => {
      if (value === null) into.removeItem(key);
      else into.setItem(key, value);
      return true;
    });
    if (isWritten) memory.delete(key);
    else memory.set(key, { value, shadowed: attempt((from) => from.getItem(key)) });
  }

  function read(key: string): string | null {
    const raw = attempt((from) => from.getItem(key));
    const copy = memory.get(key);
    if (copy?.shadowed === raw) return copy.value;
    memory.delete(key); // another tab has written since: its value is newer
    return raw;
  }

  return {
    getItem(key) {
      const text = read(key);
      if (key !== SESSION_KEY || text === null || parseSession(text)) return text;
      write(key, null);
      return null;
    },
    setItem: (key, value) => write(key, key === SESSION_KEY ? withoutProviderTokens(value) : value),
    removeItem: (key) => write(key, null),
  };
}

/** `safeStorage` for the storage of this tab, which survives a reload and ends with the tab. */
export const safeTabStorage = (): SafeStorage => safeStorage(pageStorage('sessionStorage'));

function pageStorage(name: 'localStorage' | 'sessionStorage'): SafeStorage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null; // reading the property itself throws if cookies are blocked
  }
}

/** Parses a stored session; returns null if the text is corrupt, incomplete or of another shape. */
export function parseSession(text: string | null): StoredSession | null {
  const { access_token, refresh_token, expires_at, user } = parseObject(text);
  const { id, email } = Object(user) as Record<string, unknown>; // Object() of anything is an object
  if (!isText(access_token) || !isText(refresh_token) || !isText(id)) return null;
  if (typeof expires_at !== 'number' || !Number.isFinite(expires_at)) return null;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: expires_at,
    user: { id, email: isText(email) ? email : null },
  };
}

/** Returns a stored session without Google's tokens, which this site never uses. */
function withoutProviderTokens(text: string): string {
  const { provider_token: _token, provider_refresh_token: _refreshToken, ...rest } = parseObject(text);
  return JSON.stringify(rest);
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? 'null')) as Record<string, unknown>; // Object() of anything is an object
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
