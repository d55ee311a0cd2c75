import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import type { TestServer } from '@space/server/testing';
import { createAccount, restoreSession, type Account } from './accounts.ts';
import { Places, type Place } from './places.ts';
import { BUILT_SITE, startSite, type Site } from './site.ts';

interface Fixtures {
  /** The running site, one for each worker: the built shell and remotes on the embedded backend. */
  site: Site;
  /** Such a site that asks for a confirmed address. */
  confirmingSite: Site;
  /** A server in this very process, which asks for confirmed addresses: its database can be asked, and its mail read. */
  server: TestServer;
  /** Says which console messages a test causes on purpose. Any other fails the test. */
  allowConsole: (pattern: RegExp) => void;
  watchedConsole: RegExp[];
  /** A fresh account, made at the backend. */
  account: Account;
  /** `page`, signed in as `account`, not yet on any page of the site. */
  member: Page;
  /** Opens another browser: nothing in common with `page`, its console watched as well. */
  newVisitor: (session?: unknown, options?: BrowserContextOptions) => Promise<Page>;
}

interface WorkerFixtures {
  /** Where sites come from. The only fixture of a worker: a spec with another one gets a worker and a browser of its own. */
  places: Places;
}

/** Waits until a page that is prerendered is alive: it has taken off the mark that its HTML came with. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator('html:not([data-prerendered])').waitFor({ state: 'attached' });
}

/** As a person does who sees a page before acting: `goto` and `reload` wait, but for `waitUntil: 'commit'`. */
function waitForHydration(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options);
    if (options?.waitUntil !== 'commit') await untilHydrated(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload.call(page, options);
    if (options?.waitUntil !== 'commit') await untilHydrated(page);
    return answer;
  };
}

/** What Playwright says of `serviceWorkers: 'block'` (playwright.config.ts). */
export const isOfPlaywright = (text: string) =>
  text.endsWith('Service Worker registration blocked by Playwright');

/** Listens to the console of a browser from now on; returns what gives all that it said, but for what is allowed. */
function watchConsole(context: BrowserContext): (allowed: readonly RegExp[]) => string[] {
  const said: { line: string; address: string }[] = [];
  const unknown = new Set<string>();
  context.on('console', (message) =>
    said.push({ line: `${message.type()}: ${message.text()}`, address: message.location().url }),
  );
  context.on('weberror', (error) =>
    said.push({ line: `uncaught: ${error.error().message}`, address: 'no address' }),
  );
  context.on('response', (response) => {
    if (response.status() === 404 && response.request().isNavigationRequest()) unknown.add(response.url());
  });
  // Chromium remarks on every document that comes with status 404, as the one of an unknown address does.
  const isRemark = (line: string, address: string) =>
    (unknown.has(address) && line.includes('with a status of 404 (')) || isOfPlaywright(line);
  return (allowed) =>
    said
      .filter(({ line, address }) => !isRemark(line, address))
      .flatMap(({ line }) => (allowed.some((pattern) => pattern.test(line)) ? [] : [line]));
}

/** For a fixture that may have to start something: its time is not the test's. */
export const STARTS = { scope: 'test', timeout: 240_000 } as const;

const startUsualSite = () => startSite();
const startConfirmingSite = () => startSite({ confirmEmail: true });

async function startServer(): Promise<TestServer & Place> {
  // Most workers need none.
  const { startTestServer } = await import('@space/server/testing');
  const server = await startTestServer({ siteDir: BUILT_SITE, confirmEmail: true });
  return { ...server, discard: () => server.close() };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  places: [
    async ({}, use) => {
      const places = new Places();
      await use(places);
      await places.discard();
    },
    { scope: 'worker' },
  ],
  site: [async ({ places }, use) => use(await places.keep(startUsualSite)), STARTS],
  confirmingSite: [async ({ places }, use) => use(await places.keep(startConfirmingSite)), STARTS],
  server: [async ({ places }, use) => use(await places.keep(startServer)), STARTS],
  baseURL: ({ site }, use) => use(site.origin),
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForHydration(page);
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
      if (session !== undefined) await restoreSession(context, session);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
    const said = consoles.flatMap((each) => each(watchedConsole));
    expect(said, 'the console of the other visitors is silent').toEqual([]);
  },
});

export { expect };
