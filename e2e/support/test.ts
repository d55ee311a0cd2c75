import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { TestServer } from '@space/server/testing';
import { meetAlive } from './alive.ts';
import { createAccount, restoreSession } from './accounts.ts';
import type { Account } from './accounts.ts';
import { watchConsole } from './console.ts';
import { BUILT_SITE, startSite } from './site.ts';
import type { Site } from './site.ts';

interface Fixtures {
  /** Says which console messages a test causes on purpose. Any other fails the test. */
  allowConsole: (pattern: RegExp) => void;
  /** A fresh account, made at the backend. */
  account: Account;
  /** `page`, signed in as `account`, not yet on any page of the site. */
  signedInPage: Page;
}

interface WorkerFixtures {
  /** The running site, one for each worker: the built shell and remotes on the embedded backend. */
  site: Site;
  /**
   * Such a site that asks for a confirmed address. It stands here, not with those who use it, as does the next: a spec with
   * a worker's fixture of its own gets a worker, a browser and a server of its own.
   */
  confirmingSite: Site;
  /**
   * A server in this very process, which asks for confirmed addresses: its database can be asked, and its mail made old.
   * The site and the backend are the same as anywhere else (support/ownServer.ts).
   */
  server: TestServer;
}

export const test = base.extend<Fixtures & { watchedConsole: RegExp[] }, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  confirmingSite: [
    async ({}, use) => {
      const site = await startSite({ confirmEmail: true });
      await use(site);
      await site.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: [
    async ({}, use) => {
      // Most workers need none.
      const { startTestServer } = await import('@space/server/testing');
      const server = await startTestServer({ siteDir: BUILT_SITE, confirmEmail: true });
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.origin);
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) meetAlive(page);
    await use(page);
  },
  watchedConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const said = watchConsole(context);
      await use(allowed);
      expect(said(allowed), 'the console is silent').toEqual([]);
    },
    { auto: true },
  ],
  allowConsole: async ({ watchedConsole }, use) => {
    await use((pattern) => {
      watchedConsole.push(pattern);
    });
  },
  account: async ({ site }, use) => {
    await use(await createAccount(site));
  },
  signedInPage: async ({ page, context, account }, use) => {
    await restoreSession(context, account.session);
    await use(page);
  },
});

export { expect };
