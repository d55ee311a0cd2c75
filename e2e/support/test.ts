import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import type { TestServer } from '@space/server/testing';
import { createAccount, restoreSession, type Account } from './accounts.ts';
import { BUILT_SITE, type Site } from './site.ts';

/** The names of the functions that stop what a test has started; the first one that it has is called. */
const STOPS = ['discard', 'stop', 'close'] as const;
type Stop = (typeof STOPS)[number];

interface Fixtures {
  /**
   * Keeps what a test starts itself (a server, a proxy, a command) until its pages are closed, and then stops it, the last
   * first. A page that is still open when its server ends logs an error.
   */
  started: <Started extends Partial<Record<Stop, () => unknown>>>(
    starting: Started | Promise<Started>,
  ) => Promise<Omit<Started, Stop>>;
  /** The running site, one for the whole run: the built shell and remotes on the embedded backend. */
  site: Site;
  /** A server in this process that requires confirmed addresses: tests can query its database and read its mail. */
  server: TestServer;
  /** Allows console messages that a test causes on purpose. Any other message fails the test. */
  allowConsole: (pattern: RegExp) => void;
  watchedConsole: RegExp[];
  /** A new account, created at the backend. */
  account: Account;
  /** `page`, signed in as `account`, not yet on any page of the site. */
  member: Page;
  /** Opens another browser profile that shares nothing with `page`. Its console is checked as well. */
  newVisitor: (session?: unknown, options?: BrowserContextOptions) => Promise<Page>;
}

interface Resource {
  discard(): Promise<void> | void;
}

interface WorkerFixtures {
  /**
   * Starts what tests of this worker share, once for each function, until the worker ends. The only worker fixture: a spec
   * that defines another one gets a worker and a browser of its own.
   */
  shared: <Started extends Resource, Args extends unknown[]>(
    start: (...args: Args) => Promise<Started>,
    ...args: Args
  ) => Promise<Started>;
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

/** Whether it is Playwright's message about `serviceWorkers: 'block'` (playwright.config.ts). */
export const isPlaywrightMessage = (text: string) =>
  text.endsWith('Service Worker registration blocked by Playwright');

/** Records the console of a browser from now on. Returns a function that lists its messages, without allowed ones. */
function watchConsole(context: BrowserContext): (allowed: readonly RegExp[]) => string[] {
  const messages: { line: string; address: string }[] = [];
  const notFound = new Set<string>();
  context.on('console', (message) =>
    messages.push({ line: `${message.type()}: ${message.text()}`, address: message.location().url }),
  );
  context.on('weberror', (error) =>
    messages.push({ line: `uncaught: ${error.error().message}`, address: 'no address' }),
  );
  context.on('response', (response) => {
    if (response.status() === 404 && response.request().isNavigationRequest()) notFound.add(response.url());
  });
  // Chromium logs every document with status 404, which the page of an unknown address has.
  const isNotFoundLog = (line: string, address: string) =>
    (notFound.has(address) && line.includes('with a status of 404 (')) || isPlaywrightMessage(line);
  return (allowed) =>
    messages
      .filter(({ line, address }) => !isNotFoundLog(line, address))
      .flatMap(({ line }) => (allowed.some((pattern) => pattern.test(line)) ? [] : [line]));
}

/** Ends the routes of a browser's pages. A test may end while a page still loads something: a request that is cut off is no fault. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

/** For a fixture that may have to start something: its time does not count towards the test's timeout. */
export const STARTS = { scope: 'test', timeout: 240_000 } as const;

async function startServer(): Promise<TestServer & Resource> {
  // Imported on demand: most workers need none.
  const { startTestServer } = await import('@space/server/testing');
  const server = await startTestServer({ siteDir: BUILT_SITE, confirmEmail: true });
  return { ...server, discard: () => server.close() };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  shared: [
    async ({}, use) => {
      const resources = new Map<unknown, Promise<Resource>>();
      await use((start, ...args) => {
        const resource = (resources.get(start) ?? start(...args)) as ReturnType<typeof start>; // made by this function
        resources.set(start, resource);
        return resource;
      });
      await Promise.all([...resources.values()].map(async (resource) => (await resource).discard()));
    },
    { scope: 'worker' },
  ],
  site: ({}, use) => use(JSON.parse(process.env['TEST_SITE'] ?? '{}') as Site),
  server: [async ({ shared }, use) => use(await shared(startServer)), STARTS],
  started: async ({}, use) => {
    const stops: (() => unknown)[] = [];
    await use(async (starting) => {
      const it = await starting;
      const stop = STOPS.find((name) => it[name] !== undefined);
      if (stop) stops.unshift(() => it[stop]?.());
      return it;
    });
    for (const stop of stops) await stop();
  },
  context: async ({ started, context, javaScriptEnabled }, use) => {
    // Fixtures end in the reverse order of this list: `started` after the context.
    void started;
    if (javaScriptEnabled) waitForHydration(context);
    await use(context);
    await endRoutes(context);
  },
  baseURL: ({ site }, use) => use(site.origin),
  watchedConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const readMessages = watchConsole(context);
      await use(allowed);
      expect(readMessages(allowed), 'the console is silent').toEqual([]);
    },
    { auto: true },
  ],
  allowConsole: ({ watchedConsole }, use) => use((pattern) => void watchedConsole.push(pattern)),
  account: async ({ site }, use) => use(await createAccount(site)),
  member: async ({ page, context, account }, use) => {
    await restoreSession(context, account.session);
    await use(page);
  },
  newVisitor: async ({ browser, baseURL, watchedConsole }, use) => {
    const consoles: ReturnType<typeof watchConsole>[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (session, options) => {
      const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), ...options });
      contexts.push(context);
      consoles.push(watchConsole(context));
      if (options?.javaScriptEnabled !== false) waitForHydration(context);
      if (session !== undefined) await restoreSession(context, session);
      return context.newPage();
    });
    const messages = consoles.flatMap((each) => each(watchedConsole));
    // A test may have closed some itself.
    for (const context of contexts.filter((one) => browser.contexts().includes(one))) {
      await endRoutes(context);
      await context.close();
    }
    expect(messages, 'the console of the other visitors is silent').toEqual([]);
  },
});

export { expect };
