import type { Page } from '@playwright/test';
import { expectToFit } from '../support/enlarged.ts';
import { expectEdges } from '../support/forcedColors.ts';
import { dayCard, plantTasks, taskRow } from '../support/planner.ts';
import { expectSound, viewsInTurn } from '../support/soundness.ts';
import type { Site } from '../support/site.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';
import { STATES, openState, statesOfPages } from '../states/index.ts';
import type { State } from '../states/index.ts';

/** What opens over a page or changes its shape; the other states say the same in the same places. */
const ENLARGED = statesOfPages([
  'auth/sign-up',
  'dashboard/heavy',
  'dashboard/composer-refused',
  'dashboard/emoji-picker',
  'dashboard/account-menu',
  'dashboard/move-menu',
  'dashboard/renaming',
  'dashboard/goals',
  'dashboard/notices',
  'settings/deletion-refused',
  'retro-week/heavy',
  'remote-failed/visitor',
  'crash/visitor',
]);

/** What opens over a page. */
const IN_FORCED_COLOURS = statesOfPages([
  'dashboard/composer',
  'dashboard/emoji-picker',
  'dashboard/account-menu',
  'dashboard/goals',
  'dashboard/notices',
  'settings/deletion',
  'remote-failed/visitor',
]);

/**
 * In every view axe finds nothing, nothing sticks out and nothing is cut off when enlarged, and what the state is about
 * stays there all the while; in forced colours it has its edges. One after the other on one page: to bring a state about
 * takes longer than to look at it.
 */
async function expectUsable(page: Page, site: Site, state: State): Promise<void> {
  await openState(page, site, state);
  await expect(page.getByRole('main')).toHaveCount(1);
  if (state.heading !== null) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/^Better Space — \S/);
  }
  const views = viewsInTurn(STATES.indexOf(state));
  await test.step('axe', () => expectSound(page, state.name, { hasHeading: state.heading !== null, views }));
  if (ENLARGED.includes(state)) await test.step('enlarged', () => expectToFit(page));
  await state.stands?.(page);
  if (IN_FORCED_COLOURS.includes(state)) await test.step('in forced colours', () => expectEdges(page));
  // What is never answered ends with the page; without its route it would be answered yet, and the page would speak.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

for (const state of STATES) {
  const title = `everybody can use ${state.name}`;
  if (state.isConfirming) {
    test(title, async ({ page, confirmingSite, allowConsole }) => {
      if (state.says) allowConsole(state.says);
      await expectUsable(page, confirmingSite, state);
    });
  } else {
    test(title, async ({ page, site, allowConsole }) => {
      if (state.says) allowConsole(state.says);
      await expectUsable(page, site, state);
    });
  }
}

test('the days, their tasks and today are there for who hears the page', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [
    { title: 'Plain', task_date: today() },
    { title: 'Starred', task_date: today(), starred: true, emoji: '🎯' },
  ]);
  await page.goto('/dashboard');
  await expect(dayCard(page, today()).getByRole('list').getByRole('listitem')).toHaveCount(2);
  const row = taskRow(page, 'Starred');
  for (const name of [
    'Unstar task',
    'Pin task',
    'Edit title',
    'Move to next day',
    'Move to',
    'Delete task',
  ]) {
    await expect(row.getByRole('button', { name, exact: true })).toHaveAccessibleDescription('Starred');
  }
});
