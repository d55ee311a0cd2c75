import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
 * The views in which a state of a long list is looked at: all four with `npm run e2e -- accessibility --every-view`, else
 * one, in turn: the states next to each other in the list show the same things in another.
 */
export const viewsInTurn = (index: number): readonly View[] =>
  process.env['EVERY_VIEW'] === 'on'
    ? EVERY_VIEW
    : EVERY_VIEW.filter((_, turn) => turn === index % EVERY_VIEW.length);

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

/** What axe has against the page as it stands, one line for each element. */
async function complaints(page: Page, isColourAlone: boolean, without: readonly string[]): Promise<string[]> {
  // Its other way to run opens a page of its own in front of this one, and what is open here would close.
  // What is right needs no description: to write one for each element takes longer than to look at it.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (without.length > 0) axe.disableRules([...without]);
  const { violations } = await (isColourAlone ? axe.withRules(COLOUR_RULES) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Axe finds nothing in the views, and nothing sticks out sideways on a desktop and on the narrowest phone. */
export async function expectAccessible(
  page: Page,
  state: string,
  { hasHeading = true, isPage = true, views = EVERY_VIEW }: Expectation = {},
): Promise<void> {
  const without = [...(hasHeading ? [] : ['page-has-heading-one']), ...(isPage ? [] : LANDMARK_RULES)];
  const findings: string[] = [];
  for (const view of views) {
    const { width, height, colorScheme } = view;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await complaints(page, isAboutColour(views, view), without);
    findings.push(...found.map((line) => `${width} px, ${colorScheme}: ${line}`));
  }
  expect.soft(findings, state).toEqual([]);
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    // What is open over the page finds its place anew a moment later.
    await expect.soft
      .poll(() => sidewaysExcess(page), `${state}, ${size.width} px: pixels to scroll sideways`)
      .toBe(0);
  }
}

/** How many pixels the page could be scrolled sideways. */
export const sidewaysExcess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
