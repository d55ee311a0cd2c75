import type { Page } from '@playwright/test';
import { expectNothingCutOff } from '../support/zoom.ts';
import { expectFocusSeen } from '../support/focus.ts';
import { expectEdges } from '../support/forcedColors.ts';
import type { Site } from '../support/site.ts';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { STATES, goOnTo, leave, openState, statesOfPages, visit, type State } from '../states/index.ts';

/** States with an overlay or a layout of their own; the other states have the same layout as one of these. */
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

/** States with an overlay. */
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

/** One state of each page. The focus inside menus and dialogs is tested in keyboard.spec.ts. */
const FOCUS_CHECKED = statesOfPages(['landing/signed-in', 'remote-failed/visitor']).filter(
  ({ path, isBrief }) => isBrief !== true && !/[?#]/.test(path),
);

/** Consecutive states of one page, each reached from the one before: to reach a state takes longer than to check it. */
type Story = readonly [State, ...State[]];

const STORIES: Story[] = STATES.flatMap((first, start) => {
  if (first.follows) return [];
  const end = STATES.findIndex(({ follows }, index) => index > start && !follows);
  return [[first, ...STATES.slice(start + 1, end === -1 ? undefined : end)]];
});

/**
 * Checks a state: the focus is visible, axe finds no violation, nothing overflows or is cut off when enlarged, the content
 * of the state stays shown, and in forced colours the controls have borders. Resets the window to a desktop's size.
 */
async function expectAccessibleState(page: Page, state: State): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  if (state.heading !== null) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/^Better Space — \S/);
  }
  const views = viewsInTurn(STATES.indexOf(state));
  if (FOCUS_CHECKED.includes(state)) await test.step('visible focus', () => expectFocusSeen(page));
  await test.step('axe', () =>
    expectAccessible(page, state.name, { hasHeading: state.heading !== null, views }));
  if (ENLARGED.includes(state))
    await test.step('enlarged', () => expectNothingCutOff(page, STATES.indexOf(state)));
  await state.verify?.(page);
  if (IN_FORCED_COLOURS.includes(state)) await test.step('in forced colours', () => expectEdges(page));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null, reducedMotion: 'reduce' });
}

/** Outside /retro each page has the button that leads there; the retro pages have their own navigation. */
async function expectRetroButton(page: Page, { path }: State): Promise<void> {
  const button = page.getByRole('link', { name: 'Enter retro mode', exact: true });
  if (path.startsWith('/retro')) return expect(button).toHaveCount(0);
  await expect(button).toBeVisible();
  await expect(button).toHaveAccessibleDescription('Enter retro pixel mode');
}

const expectedMessages = (story: Story) => story.flatMap(({ allowedConsole }) => allowedConsole ?? []);

/**
 * Up to six stories share a browser if they have the same kind of visitor and may log the same to the console: to open a
 * browser takes as long as a page. A story of more than four states changes its visitor's data, so it has its own browser.
 */
const STORY_GROUPS: Story[][] = Object.values(
  Object.groupBy(STORIES, (story) => {
    const [{ name, visitor, isConfirming, isBrief }] = story;
    const messages = new Set(expectedMessages(story).map(String));
    return story.length > 4 ? name : [visitor, isConfirming, isBrief, ...messages].join(' ');
  }),
).flatMap((stories = []) =>
  Array.from({ length: Math.ceil(stories.length / 6) }, (_, part) => stories.slice(part * 6, part * 6 + 6)),
);

async function checkStories(page: Page, site: Site, stories: readonly Story[]): Promise<void> {
  test.setTimeout(60_000 + 30_000 * stories.flat().length);
  for (const [first, ...rest] of stories) {
    await test.step(first.name, async () => {
      await (first === stories[0]?.[0] ? openState : visit)(page, site, first);
      await expectRetroButton(page, first);
      await expectAccessibleState(page, first);
    });
    for (const state of rest) {
      await test.step(state.name, async () => {
        await goOnTo(page, site, state);
        await expectAccessibleState(page, state);
      });
    }
    await leave(page, first);
  }
}

for (const stories of STORY_GROUPS) {
  const states = stories.flat();
  const title = `any-device: is accessible: ${states.map(({ name }) => name).join(', ')}`;
  const messages = stories.flatMap(expectedMessages);
  if (states[0]?.isConfirming) {
    test(title, async ({ page, confirmingSite, allowConsole }) => {
      messages.forEach(allowConsole);
      await checkStories(page, confirmingSite, stories);
    });
  } else {
    test(title, async ({ page, site, allowConsole }) => {
      messages.forEach(allowConsole);
      await checkStories(page, site, stories);
    });
  }
}
