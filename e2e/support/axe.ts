import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { isLong } from './longForm.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const SIZES = [
  { width: 1280, height: 900 },
  { width: 320, height: 640 },
];
const VIEWS = SIZES.flatMap((size) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...size, colorScheme })),
);

/**
 * The views in which one state of a list is tested: all four with `npm run e2e -- accessibility --long`, otherwise one, in
 * turn: neighbouring states show much the same content.
 */
export const viewsInTurn = (index: number) =>
  isLong ? VIEWS : VIEWS.filter((_, turn) => turn === index % VIEWS.length);

/** Runs axe on the page. Returns its violations, one line for each element. */
async function axeViolations(page: Page, excludedRules: readonly string[]): Promise<string[]> {
  for (const frame of page.frames()) {
    // Parsing its half megabyte takes a quarter of the time of a run.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  }
  const options: axe.RunOptions = {
    // Passed rules need no description: creating one for each element takes longer than checking it.
    resultTypes: ['violations'],
    rules: Object.fromEntries(excludedRules.map((rule) => [rule, { enabled: false }])),
  };
  return page.evaluate(async (runOptions) => {
    // Injected above.
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
  { views = VIEWS, excludedRules = [] as readonly string[] } = {},
): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const { width, colorScheme } of views.filter((view) => view.width === size.width)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect
        .soft(await axeViolations(page, excludedRules), `${state}: ${width} px, ${colorScheme}`)
        .toEqual([]);
    }
    // Popovers are repositioned a moment after the window was resized.
    await expect.soft
      .poll(() => sidewaysExcess(page), `${state}, ${size.width} px: pixels to scroll sideways`)
      .toBe(0);
  }
}

/** How many pixels the page could be scrolled sideways. */
export const sidewaysExcess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
