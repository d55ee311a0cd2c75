import type { Page } from '@playwright/test';
import { expectNothingCutOff } from '../support/zoom.ts';
import { expectFocusSeen } from '../support/focus.ts';
import { expectEdges } from '../support/forcedColors.ts';
import type { Site } from '../support/site.ts';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { STATES, goOnTo, openState, statesOfPages, type State } from '../states/index.ts';

/** What opens over a page or changes its shape; the other states say the same in the same places. */
const ENLARGED = statesOfPages([
  'auth/sign-up',
  'dashboard/heavy',
  'dashboard/composer-refused',
  'dashboard/focused',
  'dashboard/sheet',
  'dashboard/shortcuts',
  'dashboard/emoji-picker',
  'dashboard/account-menu',
  'dashboard/move-menu',
  'dashboard/renaming',
  'dashboard/goals',
  'dashboard/notices',
  'settings/deletion-refused',
  'settings/import',
  'retro-week/heavy',
  'remote-failed/visitor',
  'crash/visitor',
]);

/** What opens over a page. */
const IN_FORCED_COLOURS = statesOfPages([
  'dashboard/focused',
  'dashboard/sheet',
  'dashboard/composer-refused',
  'dashboard/emoji-picker',
  'dashboard/account-menu',
  'dashboard/goals',
  'dashboard/notices',
  'settings/deletion',
  'settings/import',
  'remote-failed/visitor',
]);

/** Every page once; what is open on it is walked through in keyboard.spec.ts. */
const WALKED = statesOfPages(['landing/signed-in', 'remote-failed/visitor']).filter(
  ({ path, isBrief }) => isBrief !== true && !/[?#]/.test(path),
);

/** States that follow one another on one page: to bring one about takes longer than to look at it. */
const STORIES: (readonly [State, ...State[]])[] = STATES.flatMap((first, start) => {
  if (first.follows) return [];
  const end = STATES.findIndex(({ follows }, index) => index > start && !follows);
  return [[first, ...STATES.slice(start + 1, end === -1 ? undefined : end)]];
});

/**
 * The keyboard sees where it is; axe finds nothing, nothing sticks out and nothing is cut off when enlarged, and what the
 * state is about stays there all the while; in forced colours it has its edges. Leaves a desktop's window.
 */
async function expectUsable(page: Page, state: State): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  if (state.heading !== null) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/^Better Space — \S/);
  }
  const views = viewsInTurn(STATES.indexOf(state));
  if (WALKED.includes(state)) await test.step('walked through', () => expectFocusSeen(page));
  await test.step('axe', () =>
    expectAccessible(page, state.name, { hasHeading: state.heading !== null, views }));
  if (ENLARGED.includes(state))
    await test.step('enlarged', () => expectNothingCutOff(page, STATES.indexOf(state)));
  await state.stands?.(page);
  if (IN_FORCED_COLOURS.includes(state)) await test.step('in forced colours', () => expectEdges(page));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null, reducedMotion: 'reduce' });
}

/** Outside /retro each page leads there; there it has ways of its own. */
async function expectRetroButton(page: Page, { path }: State): Promise<void> {
  const button = page.getByRole('link', { name: 'Enter retro mode', exact: true });
  if (path.startsWith('/retro')) return expect(button).toHaveCount(0);
  await expect(button).toBeVisible();
  await expect(button).toHaveAccessibleDescription('Enter retro pixel mode');
}

async function walk(page: Page, site: Site, [first, ...rest]: readonly [State, ...State[]]): Promise<void> {
  test.setTimeout(60_000 + 30_000 * rest.length);
  await test.step(first.name, async () => {
    await openState(page, site, first);
    await expectRetroButton(page, first);
    await expectUsable(page, first);
  });
  for (const state of rest) {
    await test.step(state.name, async () => {
      await goOnTo(page, site, state);
      await expectUsable(page, state);
    });
  }
  // What is never answered ends with the page; without its route it would be answered yet, and the page would speak.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

for (const story of STORIES) {
  const title = `everybody can use ${story.map(({ name }) => name).join(', ')}`;
  const said = story.flatMap(({ says }) => says ?? []);
  if (story[0].isConfirming) {
    test(title, async ({ page, confirmingSite, allowConsole }) => {
      said.forEach(allowConsole);
      await walk(page, confirmingSite, story);
    });
  } else {
    test(title, async ({ page, site, allowConsole }) => {
      said.forEach(allowConsole);
      await walk(page, site, story);
    });
  }
}
