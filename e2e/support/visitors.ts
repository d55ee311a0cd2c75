import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { restoreSession } from './accounts.ts';
import { watchConsole } from './console.ts';
import { expect, test as base } from './test.ts';

/** `test` for what takes more than one browser. */
export const test = base.extend<{
  /** Opens another browser: nothing in common with `page`, its console watched as well. */
  newVisitor: (session?: unknown, options?: BrowserContextOptions) => Promise<Page>;
}>({
  newVisitor: async ({ browser, baseURL, watchedConsole }, provide) => {
    const consoles: ReturnType<typeof watchConsole>[] = [];
    const contexts: BrowserContext[] = [];
    await provide(async (session, options) => {
      const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), ...options });
      contexts.push(context);
      consoles.push(watchConsole(context));
      if (session !== undefined) await restoreSession(context, session);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(
      consoles.flatMap((said) => said(watchedConsole)),
      'the console of the other visitors is silent',
    ).toEqual([]);
  },
});

export { expect };
