import { expect, test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { TestServer } from '@space/server/testing';
import type { startFaultSite } from '../bench/faults/faultStore.ts';
import { createAccount, restoreSession, type Account } from './accounts.ts';
import { BUILT_SITE, type Site } from './site.ts';

/** What the browsers of a test have logged. */
interface Log {
  /** Each with its type before and its address behind it. */
  messages: string[];
  allowed: RegExp[];
}

type Stoppable = Partial<Record<'discard' | 'stop' | 'close', () => unknown>>;
const stop = (it: Stoppable) => (it.discard ?? it.stop ?? it.close)?.call(it);

interface Fixtures {
  /**
   * Keeps what a test starts itself (a server, a proxy, a command) until its pages are closed, and then ends it, the last
   * first. A page that is still open when its server ends logs an error.
   */
  started: <Started extends Stoppable>(starting: Started | Promise<Started>) => Promise<Started>;
  /** The running site, one for the whole run: the built shell and remotes on the embedded backend. */
  site: Site;
  log: Log;
  /** Allows console messages that a test causes on purpose. Any other message fails the test. */
  allowConsole: (pattern: RegExp) => void;
  /** A new account, created at the backend. */
  account: Account;
  /** `page`, signed in as `account`, not yet on any page of the site. */
  member: Page;
  /** Opens another browser profile that shares nothing with `page`. Its console is checked as well. */
  newVisitor: (session?: unknown, options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
}

/** What the tests of a worker share. Here alone: a spec that defines another gets a worker and a browser of its own. */
interface WorkerFixtures {
  /** A server in this process that has Google, and requires confirmed addresses: tests can read its mail. */
  server: TestServer;
  /** A site whose store tests may release into and break: see bench/faults/test.ts. */
  faultSite: Awaited<ReturnType<typeof startFaultSite>>;
}

/** Waits until a prerendered page is hydrated: it removes the attribute that its HTML came with. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator('html:not([data-prerendered])').waitFor({ state: 'attached' });
}

/** Makes `goto` and `reload` of a browser's pages wait until they are hydrated, except with `waitUntil: 'commit'`. */
function waitForHydration(context: BrowserContext): void {
  context.on('page', (page) => {
    const wait = async <Opened>(opening: Promise<Opened>, until: string | undefined) => {
      const opened = await opening;
      if (until !== 'commit') await untilHydrated(page);
      return opened;
    };
    const { goto, reload } = page;
    page.goto = (url, options) => wait(goto.call(page, url, options), options?.waitUntil);
    page.reload = (options) => wait(reload.call(page, options), options?.waitUntil);
  });
}

/** Records the console of a browser from now on. */
function watchConsole(context: BrowserContext, { messages }: Log): void {
  context.on('console', (message) =>
    messages.push(`${message.type()}: ${message.text()} ${message.location().url}`),
  );
  context.on('weberror', (error) => messages.push(`uncaught: ${error.error().message}`));
}

/** Lets the pages of a browser be closed while they still load something: a request that is cut off is no fault. */
async function leave(context: BrowserContext): Promise<void> {
  for (const event of ['console', 'weberror']) context.removeAllListeners(event);
  for (const routed of [...context.pages(), context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
}

/** For a fixture that starts something: its time does not count towards the test's timeout. */
export const STARTS = { scope: 'test', timeout: 240_000 } as const;

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const { startTestServer } = await import('@space/server/testing'); // most workers need none
      const google = { clientId: 'better-space', secret: 'a-secret' };
      const server = await startTestServer({ siteDir: BUILT_SITE, confirmEmail: true, google });
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: STARTS.timeout },
  ],
  faultSite: [
    async ({}, use) => {
      const { startFaultSite } = await import('../bench/faults/faultStore.ts');
      const site = await startFaultSite();
      await use(site);
      await site.discard();
    },
    { scope: 'worker', timeout: STARTS.timeout },
  ],
  site: ({}, use) => use(JSON.parse(process.env['TEST_SITE'] ?? '{}') as Site),
  started: async ({}, use) => {
    const all: Stoppable[] = [];
    await use(async (starting) => {
      const it = await starting;
      all.unshift(it);
      return it;
    });
    for (const it of all) await stop(it);
  },
  log: async ({}, use) => {
    // Playwright says it for `serviceWorkers: 'block'` (playwright.config.ts), and Chromium of a page of an unknown address.
    const allowed = [/Service Worker registration blocked by Playwright/, /404 \(.*\/no-such-page$/];
    const log: Log = { messages: [], allowed };
    await use(log);
    const unexpected = log.messages.filter((line) => !log.allowed.some((pattern) => pattern.test(line)));
    expect(unexpected, 'the console is silent').toEqual([]);
  },
  context: async ({ started, log, context }, use) => {
    // Fixtures end in the reverse order of this list: `started` after the context.
    void started;
    watchConsole(context, log);
    waitForHydration(context);
    await use(context);
    await leave(context);
  },
  baseURL: ({ site }, use) => use(site.origin),
  allowConsole: ({ log }, use) => use((pattern) => void log.allowed.push(pattern)),
  account: async ({ site }, use) => use(await createAccount(site)),
  member: async ({ page, context, account }, use) => {
    await restoreSession(context, account.session);
    await use(page);
  },
  newVisitor: ({ browser, log, started }, use) =>
    use(async (session, options) => {
      const context = await browser.newContext(options);
      const isOpen = () => browser.contexts().includes(context); // a test may have closed it itself
      await started({ stop: async () => isOpen() && leave(context).then(() => context.close()) });
      watchConsole(context, log);
      if (options?.javaScriptEnabled !== false) waitForHydration(context);
      if (session !== undefined) await restoreSession(context, session);
      return context.newPage();
    }),
});

export { expect };
