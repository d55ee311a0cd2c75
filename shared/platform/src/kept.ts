const PREFIX = 'better-space-kept:';

/** What this browser keeps of the signed-in user's own data (rule kept-data). No method throws. */
export interface Kept {
  /** Reads what is kept under a name, or null. It may be anything: check its shape. */
  read: (name: string) => unknown;
  /** Returns whether it is kept: a full or blocked storage, or no signed-in user, keeps nothing. */
  write: (name: string, value: unknown) => boolean;
  remove: (name: string) => void;
  /** The names under which something is kept, in no order. */
  names: () => string[];
  /** Calls back when another tab has kept or removed something of this user. Returns the way out. */
  onChange: (callback: () => void) => () => void;
}

interface KeptOptions {
  /** The page's local storage; null where it is blocked, and in Node. */
  storage: Storage | null;
  /** Who is signed in, by the state of this page and by the storage of this browser. */
  userId: () => string | null;
}

/**
 * Makes the place where data of an account is kept in this browser. The account's id is part of each key, so what is read is
 * the signed-in user's own. It is local storage, which is read before the first paint, without waiting.
 */
export function createKept({ storage, userId }: KeptOptions): Kept & {
  /** Removes what a check names, of any account. */
  forget: (isMeant: (owner: string, name: string) => boolean) => void;
} {
  const withKey = <Result>(name: string, work: (storage: Storage, key: string) => Result): Result | null => {
    const owner = userId();
    if (storage === null || owner === null) return null;
    try {
      return work(storage, `${PREFIX}${owner}:${name}`);
    } catch {
      return null; // full, blocked, or no JSON: the page works without it
    }
  };

  /** Owner and name of everything that is kept. */
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
      return entries().flatMap(([of, name]) => (of === owner ? [name] : []));
    },
    onChange(callback) {
      const handleStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(`${PREFIX}${userId()}:`)) callback();
      };
      // None in Node, where pages are prerendered.
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

/** What outlives a session that the server has ended: tasks that were typed and not sent (rule waiting-tasks). */
export const WAITING = 'waiting:';

/** Which data has to go when this user is signed in, or no one: another account's, and what is only there to be read. */
export const hasToGo =
  (userId: string | null) =>
  (owner: string, name: string): boolean =>
    userId === null ? !name.startsWith(WAITING) : owner !== userId;
