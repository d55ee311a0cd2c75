import { expect, type Page } from '@playwright/test';
import type { RemotePage } from './faults.ts';

/** What a visitor experienced, in the words of the table. */
export interface Outcome {
  sees:
    | 'the page'
    | 'its text, with Retry'
    | 'panel with Retry'
    | 'panel with Reload'
    | 'panel with the reason';
  runs: 'live' | 'previous' | 'canary' | '–';
  event: string;
  time: string;
}

const HEADINGS: readonly (readonly [string, Outcome['sees']])[] = [
  ['This page could not be loaded', 'panel with Retry'],
  ['Something went wrong on this page', 'panel with Reload'],
  ['This page is taking a break', 'panel with the reason'],
];
const TIME_LIMIT = 8_000;

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

/** Waits for the heading of a remote's page or of an error panel. Returns which of them is shown. */
export async function seenOn(page: Page, { heading }: RemotePage): Promise<Outcome['sees']> {
  const any = new RegExp([heading.source, ...HEADINGS.map(([words]) => words)].join('|'));
  const found = page.getByRole('heading', { level: 1, name: any });
  await expect(found).toBeVisible({ timeout: 60_000 });
  const text = (await found.textContent()) ?? '';
  const panel = HEADINGS.find(([words]) => text.includes(words))?.[1];
  if (panel) return panel;
  // A prerendered page whose scripts do not load stays readable.
  return (await page.getByRole('button', { name: 'Retry' }).isVisible())
    ? 'its text, with Retry'
    : 'the page';
}

/** The version that rendered the page, and why it was chosen; null if there is none. */
export function regionOf(page: Page, remote: string): Promise<{ version: string; source: string } | null> {
  return page.evaluate((name) => {
    const region = document.querySelector<HTMLElement>(`[data-remote="${name}"]`);
    const { version = '', source = '' } = region?.dataset ?? {};
    return region === null ? null : { version, source };
  }, remote);
}

/** A duration in multiples of the time limit: machines differ, the limit does not. */
export function timeClass(milliseconds: number): string {
  const limits = Math.floor(milliseconds / TIME_LIMIT);
  if (limits === 0) return '< 8 s';
  return limits === 1 ? '> 8 s' : `> ${limits} × 8 s`;
}
