import { safeStorage, type Backend } from '@space/supabase';
import { createBackend } from '@space/supabase/backend';
import { PASSWORD, newEmail, startLine } from '@space/supabase/testing/line';
import { vi } from 'vitest';
import { createSessionStore } from '../src/sessionStore.ts';
import type { SessionStore, SessionStoreOptions } from '../src/types.ts';
import { startBrowser } from './browser.ts';

export { PASSWORD, newEmail } from '@space/supabase/testing/line';
export type World = ReturnType<ReturnType<typeof startWorld>>;
export type OpenTab = ReturnType<World['open']>;

/** The real server behind a line that can fail, and browsers whose tabs speak over it. */
export function startWorld(options: Parameters<typeof startLine>[0] = {}) {
  const stores: SessionStore[] = [];
  return startLine(
    options,
    ({ server, proxy }) => {
      /** Opens a page; its store is made but not started. Given a `tabStorage` again, the page is reloaded. */
      function open(
        browser = startBrowser(),
        path = '/',
        more: { loadFails?: () => boolean } & Partial<SessionStoreOptions> = {},
      ) {
        const { loadFails, tabStorage = safeStorage(null), ...options } = more;
        const tab = browser.openTab(path);
        const storage = safeStorage(tab.storage);
        const loadBackend = vi.fn<() => Promise<Backend>>(async () => {
          if (loadFails?.()) throw new TypeError('Failed to fetch dynamically imported module');
          const where = { url: proxy.origin, key: server.publishableKey, storage, tabStorage };
          return createBackend({ ...where, timeoutMilliseconds: 5_000, signOutMilliseconds: 1_000 });
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
        stores.push(store);
        return {
          ...tab,
          store,
          tabStorage,
          loadBackend,
          session: store.getState,
          actions: store.getState(),
          /** How often the code of the client was asked for. */
          loads: () => loadBackend.mock.calls.length,
          changes: () => changed.mock.calls.length,
        };
      }
      /** A browser with a session in its storage, and who that is. */
      async function signedInBrowser() {
        const browser = startBrowser();
        const email = newEmail();
        const tab = open(browser);
        const outcome = await tab.actions.signUp({ email, password: PASSWORD });
        if (!outcome.ok || !outcome.user) throw new Error('The sign-up failed');
        tab.actions.stop();
        return { browser, id: outcome.user.id, email };
      }
      /** A page of such a browser, started. */
      async function openSignedIn(path = '/dashboard') {
        const { browser, ...user } = await signedInBrowser();
        const tab = open(browser, path);
        await tab.actions.start();
        return { browser, tab, ...user };
      }
      return { open, signedInBrowser, openSignedIn };
    },
    () => {
      for (const store of stores.splice(0)) store.getState().stop();
    },
  );
}

/** Waits for what other tabs and answers bring about, however busy the machine is. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, 20_000);
}
