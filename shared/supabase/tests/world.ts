import { startTestServer } from '@space/server/testing';
import type { TestServer } from '@space/server/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createBackend } from '../src/backend.ts';
import type { BackendOptions } from '../src/backend.ts';
import { safeStorage } from '../src/sessionStorage.ts';
import type { SafeStorage } from '../src/storedSession.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { startProxy } from '../testing/proxy.ts';
import type { Proxy } from '../testing/proxy.ts';
import type { Backend } from '../src/types.ts';

export const PASSWORD = 'Passw0rd!';

/** One tab of a browser: its storage, the guard around it, and a backend made with both. */
export interface Tab {
  storage: ReturnType<typeof memoryStorage>;
  safe: SafeStorage;
  tab: ReturnType<typeof memoryStorage>;
  backend: Backend;
}

/** The real server behind a line that can fail, and tabs that speak over it. */
export interface World {
  server: TestServer;
  proxy: Proxy;
  openTab(options?: Partial<BackendOptions> & { browser?: Tab['storage'] }): Tab;
  openSignedInTab(options?: Partial<BackendOptions>): Promise<Tab & { userId: string; email: string }>;
}

/** Starts a world for a test file and ends it with the file. */
export function startWorld(options: Parameters<typeof startTestServer>[0] = {}): () => World {
  let world: World | undefined;
  const tabs: Backend[] = [];

  beforeAll(async () => {
    const server = await startTestServer({ reportFault: () => {}, ...options });
    const proxy = await startProxy(server.origin);
    const openTab: World['openTab'] = ({ browser = memoryStorage(), ...overrides } = {}) => {
      const safe = safeStorage(browser);
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
      return { storage: browser, safe, tab, backend };
    };
    world = {
      server,
      proxy,
      openTab,
      async openSignedInTab(overrides) {
        const tab = openTab(overrides);
        const email = newEmail();
        const user = await tab.backend.auth.signUp({ email, password: PASSWORD });
        return { ...tab, userId: user?.id ?? '', email };
      },
    };
  }, 60_000);

  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.dispose();
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

export function newTask(userId: string, title = 'Water the plants') {
  return { id: randomUUID(), title, emoji: null, task_date: '2026-11-20', user_id: userId } as const;
}
