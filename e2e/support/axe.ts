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
 * The views in which one state of the list is tested: all four with `npm run e2e -- accessibility --long`, otherwise one.
 * The view rotates with the state's index: neighbouring states show much the same content, and so cover the other views.
 */
export const viewsInTurn = (index: number): readonly View[] =>
  isLong ? EVERY_VIEW : EVERY_VIEW.filter((_, turn) => turn === index % EVERY_VIEW.length);

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const LANDMARK_RULES = ['landmark-one-main', 'region'];

interface Expectation {
  /** False for a page whose content, and so its heading, is still loading. */
  hasHeading?: boolean;
  /** False for content that another program shows inside its own page: a mail. */
  isPage?: boolean;
  /** The views to test. Default: all. */
  views?: readonly View[];
}

/**
 * Whether to check only the colour rules in a view: the first view of each width is checked with all rules, the other
 * differs in its colour scheme alone.
 */
function isColourOnlyView(views: readonly View[], view: View): boolean {
  return views.find(({ width }) => width === view.width) !== view;
}

/** Injects axe into a document, once: parsing its half megabyte takes a quarter of the time of a run. */
async function injectAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
}

/** Runs axe on the page. Returns its violations, one line for each element. */
async function axeViolations(
  page: Page,
  isColourOnly = false,
  excludedRules: readonly string[] = [],
): Promise<string[]> {
  await Promise.all(page.frames().map(injectAxe));
  const options: axe.RunOptions = {
    // Passed rules need no description: creating one for each element takes longer than checking it.
    resultTypes: ['violations'],
    rules: Object.fromEntries(excludedRules.map((rule) => [rule, { enabled: false }])),
    ...(isColourOnly && { runOnly: COLOUR_RULES }),
  };
  return page.evaluate(async (runOptions) => {
    // Injected by `injectAxe`.
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const { violations } = await injected.run(runOptions);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  }, options);
}

/** Expects no axe violations in the views, and no horizontal overflow on a desktop and on the narrowest phone. */
export async function expectAccessible(
  page: Page,
  state: string,
  { hasHeading = true, isPage = true, views = EVERY_VIEW }: Expectation = {},
): Promise<void> {
  const excludedRules = [...(hasHeading ? [] : ['page-has-heading-one']), ...(isPage ? [] : LANDMARK_RULES)];
  const findings: string[] = [];
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    for (const view of views.filter(({ width }) => width === size.width)) {
      await page.emulateMedia({ colorScheme: view.colorScheme, reducedMotion: 'reduce' });
      const found = await axeViolations(page, isColourOnlyView(views, view), excludedRules);
      findings.push(...found.map((line) => `${view.width} px, ${view.colorScheme}: ${line}`));
    }
    // Popovers are repositioned a moment after the window was resized.
    await expect.soft
      .poll(() => sidewaysExcess(page), `${state}, ${size.width} px: pixels to scroll sideways`)
      .toBe(0);
  }
  expect.soft(findings, state).toEqual([]);
}

/** How many pixels the page could be scrolled sideways. */
export const sidewaysExcess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
