import type { BrowserContext, Page } from '@playwright/test';
import { restoreSession } from './accounts.ts';
import { expect, test as base } from './test.ts';

/** `test` for what takes more than one browser. */
export const test = base.extend<{
  /** Opens another browser: nothing in common with `page`, its console watched as well. */
  newVisitor: (session?: unknown) => Promise<Page>;
}>({
  newVisitor: async ({ browser, baseURL, watchedConsole }, provide) => {
    const said: string[] = [];
    const contexts: BrowserContext[] = [];
    await provide(async (session) => {
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
      contexts.push(context);
      context.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
      context.on('weberror', (error) => said.push(`uncaught: ${error.error().message}`));
      if (session !== undefined) await restoreSession(context, session);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(
      said.filter((line) => !watchedConsole.some((pattern) => pattern.test(line))),
      'the console of the other visitors is silent',
    ).toEqual([]);
  },
});

export { expect };
