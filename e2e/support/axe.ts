import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { isLong } from './longForm.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface View {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 320, height: 640 };

const EVERY_VIEW: readonly View[] = [
  { ...DESKTOP, colorScheme: 'light' },
  { ...DESKTOP, colorScheme: 'dark' },
  { ...PHONE, colorScheme: 'light' },
  { ...PHONE, colorScheme: 'dark' },
];

/**
 * The views in which a state of a long list is looked at: all four with `npm run e2e -- accessibility --long`, else
 * one, in turn: the states next to each other in the list show the same things in another.
 */
export const viewsInTurn = (index: number): readonly View[] =>
  isLong ? EVERY_VIEW : EVERY_VIEW.filter((_, turn) => turn === index % EVERY_VIEW.length);

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const LANDMARK_RULES = ['landmark-one-main', 'region'];

interface Expectation {
  /** False for a page whose content, and with it its heading, is still on its way. */
  hasHeading?: boolean;
  /** False for what is shown inside a page of another program: a mail. */
  isPage?: boolean;
  /** Where axe looks. Absent: every one. */
  views?: readonly View[];
}

/**
 * The rules that a view is asked about: all of them where it is the first of its width, else what a colour scheme can
 * change, as the document is the same in both.
 */
function isAboutColour(views: readonly View[], view: View): boolean {
  return views.find(({ width }) => width === view.width) !== view;
}

/** Brings axe into a document, once: to read its half megabyte takes a quarter of the time of a look. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
}

/** What axe has against the page as it stands, one line for each element. */
export async function complaints(
  page: Page,
  isColourAlone = false,
  without: readonly string[] = [],
): Promise<string[]> {
  await Promise.all(page.frames().map(bringAxe));
  const options: axe.RunOptions = {
    // What is right needs no description: to write one for each element takes longer than to look at it.
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(isColourAlone && { runOnly: COLOUR_RULES }),
  };
  return page.evaluate(async (asked) => {
    // Brought by `bringAxe`.
    const { axe: brought } = window as unknown as { axe: typeof axe };
    const { violations } = await brought.run(asked);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  }, options);
}

/** Axe finds nothing in the views, and nothing sticks out sideways on a desktop and on the narrowest phone. */
export async function expectAccessible(
  page: Page,
  state: string,
  { hasHeading = true, isPage = true, views = EVERY_VIEW }: Expectation = {},
): Promise<void> {
  const without = [...(hasHeading ? [] : ['page-has-heading-one']), ...(isPage ? [] : LANDMARK_RULES)];
  const findings: string[] = [];
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    for (const view of views.filter(({ width }) => width === size.width)) {
      await page.emulateMedia({ colorScheme: view.colorScheme, reducedMotion: 'reduce' });
      const found = await complaints(page, isAboutColour(views, view), without);
      findings.push(...found.map((line) => `${view.width} px, ${view.colorScheme}: ${line}`));
    }
    // What is open over the page finds its place anew a moment later.
    await expect.soft
      .poll(() => sidewaysExcess(page), `${state}, ${size.width} px: pixels to scroll sideways`)
      .toBe(0);
  }
  expect.soft(findings, state).toEqual([]);
}

/** How many pixels the page could be scrolled sideways. */
export const sidewaysExcess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
