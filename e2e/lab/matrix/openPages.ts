import type { Browser, Page } from '@playwright/test';
import type { ReleaseRecord } from '@space/store';
import { restoreSession } from '../../support/accounts.ts';

const PATIENCE_MILLISECONDS = 20_000;

/** A running site, and how to look at it. */
export interface Site {
  browser: Browser;
  origin: string;
  /** Of an account that is signed in there. */
  session: unknown;
}

/** Opens one page of a version. Returns what went wrong: another version or a message stands there, or nothing does. */
async function openPage(
  page: Page,
  address: string,
  { name, version }: ReleaseRecord,
): Promise<string | null> {
  await page.goto(address);
  const heading = page.getByRole('heading', { level: 1 }).first();
  try {
    await heading.waitFor({ timeout: PATIENCE_MILLISECONDS });
  } catch {
    return `nothing is shown after ${PATIENCE_MILLISECONDS / 1000} seconds`;
  }
  const shown = page
    .locator(`[data-remote="${name}"][data-version="${version}"]`)
    .getByRole('heading', { level: 1 });
  if ((await shown.count()) > 0) return null;
  return `'${(await heading.textContent()) ?? ''}' is shown in its place`;
}

/**
 * Opens every page that a version claims, as someone who may see it.
 *
 * Takes the site, which offers that version, and its record; returns what went wrong, one sentence each; nothing when
 * every page showed its heading and the console stayed silent.
 */
export async function openPages(site: Site, record: ReleaseRecord): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, access } of record.pages) {
    const context = await site.browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    try {
      if (access === 'signed-in') await restoreSession(context, site.session);
      const said: string[] = [];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) said.push(message.text());
      });
      context.on('weberror', (error) => said.push(error.error().message));
      const problem = await openPage(await context.newPage(), new URL(path, site.origin).href, record);
      if (problem !== null) problems.push(`${path}: ${problem}`);
      problems.push(
        ...new Set(said.map((text) => `${path}: the console says: ${text.split('\n')[0] ?? ''}`)),
      );
    } finally {
      await context.close();
    }
  }
  return problems;
}
