import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

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

/** Both widths and both schemes in two views, one way or the other. */
const SOME_VIEWS: readonly (readonly View[])[] = [
  [
    { ...DESKTOP, colorScheme: 'light' },
    { ...PHONE, colorScheme: 'dark' },
  ],
  [
    { ...PHONE, colorScheme: 'light' },
    { ...DESKTOP, colorScheme: 'dark' },
  ],
];

/**
 * The views in which a state of a long list is looked at: all four with `npm run e2e -- accessibility --every-view`, else
 * two, in turn.
 */
export const viewsInTurn = (index: number): readonly View[] =>
  process.env['EVERY_VIEW'] === 'on' ? EVERY_VIEW : (SOME_VIEWS[index % 2] ?? EVERY_VIEW);

/** What a colour scheme can change: the document is the same in both, so the rest is asked once for each width. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Expectation {
  /** False for a page whose content, and with it its heading, is still on its way. */
  hasHeading?: boolean;
  /** Absent: every one. */
  views?: readonly View[];
}

/** What axe has against the page as it stands, one line for each element. */
async function complaints(page: Page, isAboutColour: boolean, hasHeading: boolean): Promise<string[]> {
  // Its other way to run opens a page of its own in front of this one, and what is open here would close.
  // What is right needs no description: to write one for each element takes longer than to look at it.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (!hasHeading) axe.disableRules('page-has-heading-one');
  const { violations } = await (isAboutColour ? axe.withRules(COLOUR_RULES) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Axe finds nothing, and nothing sticks out sideways: on a desktop and on the narrowest phone, in light and in dark. */
export async function expectSound(
  page: Page,
  state: string,
  { hasHeading = true, views = EVERY_VIEW }: Expectation = {},
): Promise<void> {
  const findings: string[] = [];
  for (const { width, height, colorScheme } of views) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await complaints(page, colorScheme === 'dark', hasHeading);
    const excess = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (excess > 0) found.push(`${excess} px to scroll sideways`);
    findings.push(...found.map((line) => `${width} px, ${colorScheme}: ${line}`));
  }
  expect.soft(findings, state).toEqual([]);
}
