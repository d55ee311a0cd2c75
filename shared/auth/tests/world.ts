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
type TabOptions = { loadFails?: () => boolean } & Partial<SessionStoreOptions>;

/** Starts the real server behind a proxy that can fail, with browsers whose tabs use the proxy. */
export const startWorld = (options?: Parameters<typeof startLine>[0]) =>
  startLine(options, ({ server, proxy, backends }) => {
    /** Opens a page with a store that is not started yet. With the `tabStorage` of another page it is a reload. */
    function open(browser = startBrowser(), path = '/', { loadFails, ...overrides }: TabOptions = {}) {
      const tab = browser.openTab(path);
      const { window, storage: own } = tab;
      const storages = { storage: safeStorage(own), tabStorage: overrides.tabStorage ?? safeStorage(null) };
      const loadBackend = vi.fn<() => Promise<Backend>>(async () => {
        if (loadFails?.()) throw new TypeError('Failed to fetch dynamically imported module');
        const access = { url: proxy.origin, key: server.publishableKey, timeoutMilliseconds: 5_000 };
        const backend = createBackend({ ...access, ...storages });
        backends.push(backend);
        return backend;
      });
      const store = createSessionStore({ loadBackend, window, ...overrides, ...storages });
      const changed = vi.fn<() => void>();
      store.subscribe(changed);
      return {
        ...tab,
        store,
        tabStorage: storages.tabStorage,
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
      const outcome = await open(browser).actions.signUp({ email, password: PASSWORD });
      if (!outcome.ok || !outcome.user) throw new Error('The sign-up failed');
      return { browser, id: outcome.user.id, email };
    }
    /** Opens and starts a page in a browser with a stored session. */
    async function openSignedIn() {
      const { browser, ...user } = await signedInBrowser();
      const tab = open(browser, '/dashboard');
      await tab.actions.start();
      return { browser, tab, ...user };
    }
    return { open, signedInBrowser, openSignedIn };
  });

/** Waits until a check passes that depends on other tabs or responses; long, in case the machine is busy. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, 20_000);
}
