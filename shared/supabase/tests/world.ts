import { randomUUID } from 'node:crypto';
import { createBackend, type BackendOptions } from '../src/backend.ts';
import { safeStorage } from '../src/sessionStorage.ts';
import type { Backend } from '../src/types.ts';
import { PASSWORD, newEmail, startLine } from '../testing/line.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';

export { PASSWORD, newEmail } from '../testing/line.ts';
export type World = ReturnType<ReturnType<typeof startWorld>>;
/** One tab of a browser: its storage, the safe wrapper around it, the tab's own storage, and a backend that uses them. */
export type Tab = ReturnType<World['openTab']>;
type TabOptions = Partial<BackendOptions> & { browser?: ReturnType<typeof memoryStorage> };

/** Starts the real server behind a proxy that can fail, with tabs that use the proxy. */
export function startWorld(options: Parameters<typeof startLine>[0] = {}) {
  const tabs: Backend[] = [];
  return startLine(
    options,
    ({ server, proxy }) => {
      function openTab({ browser: storage = memoryStorage(), ...overrides }: TabOptions = {}) {
        const safe = safeStorage(storage);
        const tab = memoryStorage();
        const backend = createBackend({
          url: proxy.origin,
          key: server.publishableKey,
          storage: safe,
          tabStorage: safeStorage(tab),
          timeoutMilliseconds: 5_000,
          ...overrides,
        });
        tabs.push(backend);
        return { storage, safe, tab, backend };
      }
      /** Opens a tab in which a new account is signed in. */
      async function openSignedInTab(overrides?: TabOptions) {
        const tab = openTab(overrides);
        const email = newEmail();
        const user = await tab.backend.auth.signUp({ email, password: PASSWORD });
        return { ...tab, userId: user?.id ?? '', email };
      }
      return { openTab, openSignedInTab };
    },
    () => {
      for (const tab of tabs.splice(0)) tab.dispose();
    },
  );
}

export function newTask(userId: string, title = 'Water the plants') {
  return { id: randomUUID(), title, emoji: null, task_date: '2026-11-20', user_id: userId } as const;
}
