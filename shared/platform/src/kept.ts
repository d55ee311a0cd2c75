const PREFIX = 'better-space-kept:';

/** The store for the signed-in user's own data in this browser. No method throws. */
export interface Kept {
  /** Returns the value stored under a name, or null. It may have any shape: validate it. */
  read: (name: string) => unknown;
  /** Returns whether the value was stored: not if storage is full or blocked, or if no user is signed in. */
  write: (name: string, value: unknown) => boolean;
  remove: (name: string) => void;
  /** Returns the names of all stored values, in no order. */
  names: () => string[];
  /** Calls back when another tab has stored or removed a value of this user. Returns a function that unsubscribes. */
  onChange: (callback: () => void) => () => void;
}

interface KeptOptions {
  /** The page's local storage; null if it is blocked, and in Node. */
  storage: Storage | null;
  /** Returns the id of the signed-in user, or null. */
  userId: () => string | null;
}

/**
 * Creates the store for data of an account in this browser. The account's id is part of each key, so that a user reads only
 * their own data. It uses local storage, which can be read synchronously before the first paint.
 */
export function createKept({ storage, userId }: KeptOptions): Kept & {
  /** Removes all values, of any account, for which the predicate returns true. */
  forget: (isMeant: (owner: string, name: string) => boolean) => void;
} {
  const withKey = <Result>(name: string, work: (storage: Storage, key: string) => Result): Result | null => {
    const owner = userId();
    if (storage === null || owner === null) return null;
    try {
      return work(storage, `${PREFIX}${owner}:${name}`);
    } catch {
      return null; // full, blocked, or invalid JSON: the page works without the value
    }
  };

  /** Returns the owner and name of every stored value. */
  function entries(): [owner: string, name: string][] {
    try {
      return Object.keys(storage ?? {}).flatMap((key) => {
        const [, owner, name] = /^better-space-kept:([^:]+):(.+)$/.exec(key) ?? [];
        return owner !== undefined && name !== undefined ? [[owner, name] as [string, string]] : [];
      });
    } catch {
      return [];
    }
  }

  return {
    read: (name) =>
      withKey(name, (from, key): unknown => {
        const text = from.getItem(key);
        return text === null ? null : JSON.parse(text);
      }),
    write: (name, value) =>
      withKey(name, (into, key) => {
        into.setItem(key, JSON.stringify(value));
        return true;
      }) ?? false,
    remove: (name) => void withKey(name, (from, key) => from.removeItem(key)),
    names() {
      const owner = userId();
      return entries().flatMap(([entryOwner, name]) => (entryOwner === owner ? [name] : []));
    },
    onChange(callback) {
      const handleStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(`${PREFIX}${userId()}:`)) callback();
      };
      // There is no window in Node, where pages are prerendered.
      globalThis.window?.addEventListener('storage', handleStorage);
      return () => globalThis.window?.removeEventListener('storage', handleStorage);
    },
    forget(isMeant) {
      for (const [owner, name] of entries()) {
        if (isMeant(owner, name)) storage?.removeItem(`${PREFIX}${owner}:${name}`);
      }
    },
  };
}

/** The prefix of values that survive a session that the server has ended: unsent tasks. */
export const WAITING = 'waiting:';

/** Returns which values to remove: those of other accounts, or without a signed-in user all but unsent tasks. */
export const hasToGo =
  (userId: string | null) =>
  (owner: string, name: string): boolean =>
    userId === null ? !name.startsWith(WAITING) : owner !== userId;
