import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { RemotePage } from './faults.ts';

/** One cell of docs/fault-table.md: in which column, and what a visitor experienced, in its words. */
export interface Outcome {
  fault: string;
  column: number;
  text: string;
}

export const TABLE = fileURLToPath(new URL('../../../docs/fault-table.md', import.meta.url));

/** The cells of each line of the table, the fault first. */
export const committedTable = (): string[][] =>
  readFileSync(TABLE, 'utf8')
    .split('\n')
    .map((line) => line.split(/ *\| */).slice(1, -1));

/** Counts the frames in which the page is blank after it has shown something. Call before the page is opened. */
export function watchBlankFrames(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const state = { hasStarted: false, blankFrames: 0 };
    Object.assign(window, { blanks: state });
    const check = () => {
      const height = document.querySelector('main')?.getBoundingClientRect().height ?? 0;
      state.hasStarted ||= height > 0;
      if (state.hasStarted && height === 0) state.blankFrames += 1;
      requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
}

export const blankFrames = (page: Page) =>
  page.evaluate(() => (window as unknown as { blanks: { blankFrames: number } }).blanks.blankFrames);

const NOT_LOADED = 'This page could not be loaded';
const CRASHED = 'Something went wrong on this page';

/** Waits for the heading of a remote's page or of an error panel. Returns which of them is shown, in the words of the table. */
export async function seenOn(page: Page, { heading }: RemotePage) {
  const any = new RegExp([heading.source, NOT_LOADED, CRASHED].join('|'));
  const found = page.getByRole('heading', { level: 1, name: any });
  await expect(found).toBeVisible({ timeout: 60_000 });
  const text = (await found.textContent()) ?? '';
  if (text.includes(NOT_LOADED)) return 'panel with Retry';
  if (text.includes(CRASHED)) return 'panel with Reload';
  // A prerendered page whose scripts do not load stays readable.
  const hasRetry = await page.getByRole('button', { name: 'Retry' }).isVisible();
  return hasRetry ? 'its text, with Retry' : 'the page';
}

/** The version that rendered the page, and why it was chosen; null if there is none. */
export function regionOf(page: Page, remote: string): Promise<{ version: string; source: string } | null> {
  return page.evaluate((name) => {
    const region = document.querySelector<HTMLElement>(`[data-remote="${name}"]`);
    const { version = '', source = '' } = region?.dataset ?? {};
    return region === null ? null : { version, source };
  }, remote);
}
