import { startTestServer } from '@space/server/testing';
import type { TestServer } from '@space/server/testing';
import { safeStorage } from '@space/supabase';
import type { Backend, SafeStorage } from '@space/supabase';
import { createBackend } from '@space/supabase/backend';
import { startProxy } from '@space/supabase/testing';
import type { Proxy } from '@space/supabase/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { createSessionStore } from '../src/sessionStore.ts';
import type { SessionState, SessionStore } from '../src/types.ts';
import { startBrowser } from './browser.ts';
import type { Browser, BrowserTab } from './browser.ts';

export const PASSWORD = 'Passw0rd!';

export interface OpenTab extends BrowserTab {
  store: SessionStore;
  /** What this tab alone keeps: give it to `open` again, and the page is reloaded. */
  tabStorage: SafeStorage;
  session: () => SessionState;
  actions: ReturnType<SessionStore['getState']>;
  /** How often the code of the client was asked for. */
  loads: () => number;
  changes: () => number;
}

/** The real server behind a line that can fail, and browsers whose tabs speak over it. */
export interface World {
  server: TestServer;
  proxy: Proxy;
  /** Opens a page; its store is made but not started. */
  open(
    browser?: Browser,
    path?: string,
    options?: { loadFails?: () => boolean; fetch?: typeof fetch; tabStorage?: SafeStorage },
  ): OpenTab;
  signedInBrowser(): Promise<{ browser: Browser; id: string; email: string }>;
}

/** Starts a world for a test file and ends it with the file. */
export function startWorld(options: Parameters<typeof startTestServer>[0] = {}): () => World {
  let world: World | undefined;
  const stores: SessionStore[] = [];

  beforeAll(async () => {
    const server = await startTestServer({ reportFault: () => {}, ...options });
    const proxy = await startProxy(server.origin);
    const open: World['open'] = (browser = startBrowser(), path = '/', options = {}) => {
      const { loadFails, fetch, tabStorage = safeStorage(null) } = options;
      const tab = browser.openTab(path);
      const storage = safeStorage(tab.storage);
      const loadBackend = vi.fn<() => Promise<Backend>>(async () => {
        if (loadFails?.()) throw new TypeError('Failed to fetch dynamically imported module');
        return createBackend({
          url: proxy.origin,
          key: server.publishableKey,
          storage,
          tabStorage,
          timeoutMilliseconds: 5_000,
          signOutMilliseconds: 1_000,
          ...(fetch ? { fetch } : {}),
        });
      });
      const store = createSessionStore({ loadBackend, storage, tabStorage, window: tab.window });
      const changed = vi.fn<() => void>();
      store.subscribe(changed);
      stores.push(store);
      return {
        ...tab,
        store,
        tabStorage,
        session: store.getState,
        actions: store.getState(),
        loads: () => loadBackend.mock.calls.length,
        changes: () => changed.mock.calls.length,
      };
    };
    world = {
      server,
      proxy,
      open,
      async signedInBrowser() {
        const browser = startBrowser();
        const email = newEmail();
        const tab = open(browser);
        const outcome = await tab.actions.signUp({ email, password: PASSWORD });
        if (!outcome.ok || !outcome.user) throw new Error('The sign-up failed');
        tab.actions.stop();
        return { browser, id: outcome.user.id, email };
      },
    };
  }, 60_000);

  afterEach(() => {
    for (const store of stores.splice(0)) store.getState().stop();
    world?.proxy.reset();
  });

  afterAll(async () => {
    await world?.proxy.close();
    await world?.server.close();
  });

  return () => {
    if (!world) throw new Error('The world has not started');
    return world;
  };
}

export function newEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** Waits for what other tabs and answers bring about, however busy the machine is. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, 20_000);
}
