import type { Browser } from '@playwright/test';
import type { ReleaseRecord } from '@space/store';
import { restoreSession } from '../../support/accounts.ts';

const TIMEOUT_SECONDS = 20;

export interface Site {
  browser: Browser;
  origin: string;
  session: unknown;
}

/**
 * Opens every page that a version declares, signed in if the page requires it. Returns the problems, one sentence each: the
 * page shows another version, an error or nothing, or logs to the console.
 */
export async function openPages(site: Site, { name, version, pages }: ReleaseRecord): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, access } of pages) {
    const context = await site.browser.newContext({ reducedMotion: 'reduce' });
    try {
      if (access === 'signed-in') await restoreSession(context, site.session);
      const messages = new Set<string>();
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) messages.add(message.text());
      });
      context.on('weberror', (error) => messages.add(error.error().message));
      const page = await context.newPage();
      await page.goto(new URL(path, site.origin).href);
      const heading = page.getByRole('heading', { level: 1 }).first();
      const hasHeading = await heading.waitFor({ timeout: TIMEOUT_SECONDS * 1000 }).then(
        () => true,
        () => false,
      );
      const expectedRegion = page.locator(`[data-remote="${name}"][data-version="${version}"]`);
      if (!hasHeading) problems.push(`${path}: nothing is shown after ${TIMEOUT_SECONDS} seconds`);
      else if ((await expectedRegion.getByRole('heading', { level: 1 }).count()) === 0)
        problems.push(`${path}: '${(await heading.textContent()) ?? ''}' is shown in its place`);
      for (const text of messages) problems.push(`${path}: the console says: ${text.split('\n')[0] ?? ''}`);
    } finally {
      await context.close();
    }
  }
  return problems;
}
