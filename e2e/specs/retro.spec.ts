import type { Page } from '@playwright/test';
import { dayAfter, dayNumber, mondayOf, shortDate, weekFrom, weekdayName } from '../support/calendar.ts';
import { REQUESTS, breakRequests, meetEveryFault } from '../support/faults.ts';
import { failureNotice } from '../support/notices.ts';
import { plantTasks } from '../support/planner.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());

/** The seven columns, in their order. */
const columns = (page: Page) =>
  page
    .getByRole('region', { name: 'Week', exact: true })
    .getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+$/ });

const column = (page: Page, day: string) =>
  columns(page).and(page.getByRole('region', { name: `${weekdayName(day)} ${dayNumber(day)}`, exact: true }));

const headings = (start: string) => weekFrom(start).map((day) => `${weekdayName(day)} ${dayNumber(day)}`);

test('the week can be read, the starred first, then the pinned, and not changed', async ({
  signedInPage: page,
  account,
}) => {
  const day = today();
  await plantTasks(account, [
    { title: 'Plain and first', task_date: day },
    { title: 'Done', task_date: day, completed: true, emoji: '☕' },
    { title: 'Pinned', task_date: day, pinned: true },
    { title: 'Starred later', task_date: day, starred: true, emoji: '🎯' },
    { title: 'Starred and done', task_date: day, starred: true, completed: true },
    { title: 'Another week', task_date: dayAfter(day, 7) },
  ]);

  await page.goto('/retro/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Your week' })).toBeVisible();
  await expect(columns(page)).toHaveCount(7);
  await expect(columns(page).getByRole('heading')).toHaveText(headings(monday));
  const lines = column(page, day).getByRole('listitem');
  await expect(lines).toHaveText([
    '🎯Starred laterStarred',
    'Starred and doneCompletedStarred',
    'Pinned',
    'Plain and first',
    '☕DoneCompleted',
  ]);
  for (const title of ['Starred later', 'Starred and done', 'Pinned', 'Plain and first', 'Done']) {
    const line = title.includes('one') ? 'line-through' : 'none';
    await expect(lines.getByText(title, { exact: true })).toHaveCSS('text-decoration-line', line);
  }
  await expect(lines.locator('s, del')).toHaveText(['Starred and done', 'Done']);
  const looks = (title: string) =>
    lines.filter({ hasText: title }).evaluate((task) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(task);
      return `${backgroundColor} ${borderColor} ${color}`;
    });
  expect(await looks('Starred later'), 'a star is highlighted').not.toBe(await looks('Plain and first'));
  await expect(column(page, day)).toHaveAttribute('aria-current', 'date');
  await expect(columns(page).filter({ has: page.getByText('Today', { exact: true }) })).toHaveCount(1);

  const main = page.getByRole('main');
  await expect(main.getByRole('checkbox')).toHaveCount(0);
  await expect(main.getByRole('textbox')).toHaveCount(0);
  // The arrows and the way back to this week.
  await expect(main.getByRole('button')).toHaveCount(3);
});

test('the arrows lead a week on and back, TODAY to this one, by keyboard, without losing the focus; the score counts what is done', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [
    { title: 'Last week', task_date: dayAfter(monday, -7) },
    { title: 'Done last week', task_date: dayAfter(monday, -1), completed: true },
    { title: 'Three weeks on', task_date: dayAfter(monday, 27), completed: true },
  ]);
  const marked = columns(page).filter({ has: page.getByText('Today', { exact: true }) });
  await page.goto('/retro/dashboard');
  await expect(page.getByText('No quests this week. Normal mode is where you add some.')).toBeVisible();
  await expect(marked).toHaveCount(1);
  await page.getByRole('button', { name: 'Previous week' }).click();
  await expect(columns(page).getByRole('heading')).toHaveText(headings(dayAfter(monday, -7)));
  await expect(page.getByRole('listitem').filter({ hasText: /^Last week/ })).toBeVisible();
  await expect(page.getByText('DONE 1/2', { exact: true })).toBeVisible();
  await expect(page.getByText('Week clear!')).toHaveCount(0);
  await expect(marked).toHaveCount(0);
  const next = page.getByRole('button', { name: 'Next week' });
  for (let step = 0; step < 4; step += 1) await next.press('Enter');
  const start = dayAfter(monday, 21);
  const end = dayAfter(monday, 27);
  await expect(
    page.getByText(`${shortDate(start)} – ${shortDate(end)}, ${end.slice(0, 4)}`, { exact: true }),
  ).toBeVisible();
  await expect(column(page, end).getByRole('listitem')).toHaveText(['Three weeks onCompleted']);
  await expect(page.getByText('DONE 1/1')).toBeVisible();
  await expect(page.getByText('Week clear!', { exact: true })).toBeVisible();

  const key = page.getByRole('button', { name: 'TODAY', exact: true });
  await key.press('Enter');
  await expect(column(page, today())).toHaveAttribute('aria-current', 'date');
  await expect(key).toBeFocused();
});

test('a week that cannot be read says so and is read by Retry', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  const week = page.getByRole('region', { name: 'Week', exact: true });
  const retry = week.getByRole('button', { name: 'Retry' });
  await meetEveryFault(page, async (fault, place) => {
    const mend = await breakRequests(page, REQUESTS.readTasks, fault);
    if (place === 0) await page.goto('/retro/dashboard');
    else await retry.press('Enter');
    await expect(failureNotice(page, 'Failed to load tasks')).toBeVisible();
    await expect(week.getByText('Failed to load tasks', { exact: true })).toBeVisible();
    await expect(columns(page)).toHaveCount(7);
    await expect(week.getByText(/^No quests/)).toHaveCount(0);
    await expect(week).toHaveAttribute('aria-busy', 'false');
    if (place > 0) await expect(retry).toBeFocused();
    await mend();
  });
  await retry.press('Enter');
  await expect(column(page, monday).getByRole('listitem')).toHaveText(['Water the plants']);
  await expect(retry).toHaveCount(0);
  await expect(week).toBeFocused();
});

test('a week is brought up to date on return wherever the site can be reached, whatever the browser believes', async ({
  signedInPage: page,
  account,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.goto('/retro/dashboard');
  await expect(page.getByText('No quests this week. Normal mode is where you add some.')).toBeVisible();
  await plantTasks(account, [{ title: 'From another device', task_date: monday }]);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(column(page, monday).getByRole('listitem')).toHaveText(['From another device']);
});
