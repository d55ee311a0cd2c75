import { safeStorage, type Backend } from '@space/supabase';
import { createBackend } from '@space/supabase/backend';
import { PASSWORD, newEmail, startLine } from '@space/supabase/testing/line';
import { vi } from 'vitest';
import { createSessionStore } from '../src/sessionStore.ts';
import type { SessionStoreOptions } from '../src/types.ts';
import { startBrowser } from './browser.ts';

export { PASSWORD, newEmail } from '@space/supabase/testing/line';
export type World = ReturnType<ReturnType<typeof startWorld>>;
export type OpenTab = ReturnType<World['open']>;

/** Starts the real server behind a proxy that can fail, with browsers whose tabs use the proxy. */
export function startWorld(options: Parameters<typeof startLine>[0] = {}) {
  const backends: Backend[] = [];
  return startLine(
    options,
    ({ server, proxy }) => {
      /** Opens a page with a store that is not started yet. With the `tabStorage` of another page it is a reload. */
      function open(
        browser = startBrowser(),
        path = '/',
        overrides: { loadFails?: () => boolean } & Partial<SessionStoreOptions> = {},
      ) {
        const { loadFails, tabStorage = safeStorage(null), ...options } = overrides;
        const tab = browser.openTab(path);
        const storage = safeStorage(tab.storage);
        const loadBackend = vi.fn<() => Promise<Backend>>(async () => {
          if (loadFails?.()) throw new TypeError('Failed to fetch dynamically imported module');
          const access = { url: proxy.origin, key: server.publishableKey, storage, tabStorage };
          const backend = createBackend({ ...access, timeoutMilliseconds: 5_000 });
          backends.push(backend);
          return backend;
        });
        const store = createSessionStore({
          loadBackend,
          storage,
          tabStorage,
          window: tab.window,
          ...options,
        });
        const changed = vi.fn<() => void>();
        store.subscribe(changed);
        return {
          ...tab,
          store,
          tabStorage,
          loadBackend,
          session: store.getState,
          actions: store.getState(),
          /** How often the code of the client was loaded. */
          loads: () => loadBackend.mock.calls.length,
          changes: () => changed.mock.calls.length,
        };
      }
      /** Returns a browser with a stored session, and its user. */
      async function signedInBrowser() {
        const browser = startBrowser();
        const email = newEmail();
        const tab = open(browser);
        const outcome = await tab.actions.signUp({ email, password: PASSWORD });
        if (!outcome.ok || !outcome.user) throw new Error('The sign-up failed');
        return { browser, id: outcome.user.id, email };
      }
      /** Opens and starts a page in a browser with a stored session. */
      async function openSignedIn(path = '/dashboard') {
        const { browser, ...user } = await signedInBrowser();
        const tab = open(browser, path);
        await tab.actions.start();
        return { browser, tab, ...user };
      }
      return { open, signedInBrowser, openSignedIn };
    },
    () => {
      for (const backend of backends.splice(0)) backend.dispose();
    },
  );
}

/** Waits until a check passes that depends on other tabs or responses; long, in case the machine is busy. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, 20_000);
}
