import type { Browser } from '@playwright/test';
import type { ReleaseRecord } from '@space/store';
import { restoreSession } from '../../support/accounts.ts';

const PATIENCE_SECONDS = 20;

export interface Site {
  browser: Browser;
  origin: string;
  session: unknown;
}

/**
 * Opens every page that a version claims, as someone who may see it. Returns what went wrong, one sentence each: another
 * version or a message stands there, or nothing does, or the console is not silent.
 */
export async function openPages(site: Site, { name, version, pages }: ReleaseRecord): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, access } of pages) {
    const context = await site.browser.newContext({ reducedMotion: 'reduce' });
    try {
      if (access === 'signed-in') await restoreSession(context, site.session);
      const said = new Set<string>();
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) said.add(message.text());
      });
      context.on('weberror', (error) => said.add(error.error().message));
      const page = await context.newPage();
      await page.goto(new URL(path, site.origin).href);
      const heading = page.getByRole('heading', { level: 1 }).first();
      const isThere = await heading.waitFor({ timeout: PATIENCE_SECONDS * 1000 }).then(
        () => true,
        () => false,
      );
      const own = page.locator(`[data-remote="${name}"][data-version="${version}"]`);
      if (!isThere) problems.push(`${path}: nothing is shown after ${PATIENCE_SECONDS} seconds`);
      else if ((await own.getByRole('heading', { level: 1 }).count()) === 0)
        problems.push(`${path}: '${(await heading.textContent()) ?? ''}' is shown in its place`);
      for (const text of said) problems.push(`${path}: the console says: ${text.split('\n')[0] ?? ''}`);
    } finally {
      await context.close();
    }
  }
  return problems;
}
