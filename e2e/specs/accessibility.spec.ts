import type { Page } from '@playwright/test';
import { expectNothingCutOff } from '../support/zoom.ts';
import { expectFocusSeen } from '../support/focus.ts';
import { expectEdges } from '../support/forcedColors.ts';
import type { Site } from '../support/site.ts';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { STATES, goOnTo, leave, openState, statesOfPages, visit, type State } from '../states/index.ts';

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
type Story = readonly [State, ...State[]];

const STORIES: Story[] = STATES.flatMap((first, start) => {
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

const saidIn = (story: Story) => story.flatMap(({ says }) => says ?? []);

/**
 * Stories of one visitor that may say the same share a browser, up to six: it takes as long to open as a page. A long one
 * changes what its visitor has, and has a browser of its own.
 */
const BROWSERS: Story[][] = Object.values(
  Object.groupBy(STORIES, (story) => {
    const [{ name, visitor, isConfirming, isBrief }] = story;
    const said = new Set(saidIn(story).map(String));
    return story.length > 4 ? name : [visitor, isConfirming, isBrief, ...said].join(' ');
  }),
).flatMap((stories = []) =>
  Array.from({ length: Math.ceil(stories.length / 6) }, (_, part) => stories.slice(part * 6, part * 6 + 6)),
);

async function walk(page: Page, site: Site, stories: readonly Story[]): Promise<void> {
  test.setTimeout(60_000 + 30_000 * stories.flat().length);
  for (const [first, ...rest] of stories) {
    await test.step(first.name, async () => {
      await (first === stories[0]?.[0] ? openState : visit)(page, site, first);
      await expectRetroButton(page, first);
      await expectUsable(page, first);
    });
    for (const state of rest) {
      await test.step(state.name, async () => {
        await goOnTo(page, site, state);
        await expectUsable(page, state);
      });
    }
    await leave(page, first);
  }
}

for (const stories of BROWSERS) {
  const states = stories.flat();
  const title = `everybody can use ${states.map(({ name }) => name).join(', ')}`;
  const said = stories.flatMap(saidIn);
  if (states[0]?.isConfirming) {
    test(title, async ({ page, confirmingSite, allowConsole }) => {
      said.forEach(allowConsole);
      await walk(page, confirmingSite, stories);
    });
  } else {
    test(title, async ({ page, site, allowConsole }) => {
      said.forEach(allowConsole);
      await walk(page, site, stories);
    });
  }
}
