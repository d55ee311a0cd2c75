import { SESSION_KEY, parseSession, withoutProviderTokens, type SafeStorage } from './storedSession.ts';

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** This tab's own value for a key that storage refused to write, and the stored value at that moment. */
interface MemoryCopy {
  value: string | null;
  shadowed: string | null;
}

/**
 * Wraps the browser's storage so that no page fails when it is full, blocked or corrupt.
 * - A write or removal that storage refuses is kept in memory for this tab, until another tab changes the stored value.
 * - `provider_token` and `provider_refresh_token` are removed from a session before it is written (rule sign-in-secrets).
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
