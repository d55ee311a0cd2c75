import { randomUUID } from 'node:crypto';
import { createBackend, type BackendOptions } from '../src/backend.ts';
import { readStoredSession, safeStorage } from '../src/storedSession.ts';
import { memoryStorage, spoilSession } from '../testing/index.ts';
import { PASSWORD, newEmail, startLine } from '../testing/line.ts';

export { PASSWORD, newEmail } from '../testing/line.ts';
export type World = ReturnType<ReturnType<typeof startWorld>>;
/** One tab of a browser: its storage, the safe wrapper around it, the tab's own storage, and a backend that uses them. */
export type Tab = ReturnType<World['openTab']>;
type TabOptions = Partial<BackendOptions> & { browser?: ReturnType<typeof memoryStorage> };

export const WEEK = ['2026-11-16', '2026-11-22'] as const;
/** Matches requests that refresh the session, for a rule of the proxy. */
export const REFRESH = { method: 'POST', path: 'grant_type=refresh_token' } as const;

/** Starts the real server behind a proxy that can fail, with tabs that use the proxy. */
export const startWorld = (options?: Parameters<typeof startLine>[0]) =>
  startLine(options, ({ server, proxy, backends }) => {
    function openTab({ browser: storage = memoryStorage(), ...overrides }: TabOptions = {}) {
      const [safe, tab] = [safeStorage(storage), memoryStorage()];
      const access = { url: proxy.origin, key: server.publishableKey, timeoutMilliseconds: 5_000 };
      const backend = createBackend({ ...access, storage: safe, tabStorage: safeStorage(tab), ...overrides });
      backends.push(backend);
      return { storage, safe, tab, backend, isSignedIn: () => readStoredSession(safe) !== null };
    }
    /** Opens a tab in which a new account is signed in. */
    async function openSignedInTab(overrides?: TabOptions) {
      const tab = openTab(overrides);
      const email = newEmail();
      const user = await tab.backend.auth.signUp({ email, password: PASSWORD });
      return { ...tab, userId: user?.id ?? '', email };
    }
    return {
      openTab,
      openSignedInTab,
      requestsTo: (path: string) => proxy.seen.filter((request) => request.path.includes(path)).length,
      /** Changes the stored session of a tab, by default to one that has expired. */
      spoil: (storage: Storage, spoiling: Partial<Parameters<typeof spoilSession>[1]> = {}) =>
        spoilSession(storage, { jwtSecret: server.jwtSecret, expiresIn: -60, ...spoiling }),
    };
  });

export function newTask(userId: string, title = 'Water the plants') {
  return { id: randomUUID(), title, emoji: null, task_date: '2026-11-20', user_id: userId } as const;
}
