import type { Page } from '@playwright/test';
import { newEmail, storedSession } from '../support/accounts.ts';
import { dayAfter, dayNumber, shortDate, weekFrom, weekdayName } from '../support/calendar.ts';
import { passwordField, submit } from '../support/forms.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { monday, insertTasks, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const columns = (page: Page) =>
  page
    .getByRole('region', { name: 'Week', exact: true })
    .getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+$/ });

const column = (page: Page, day: string) =>
  columns(page).and(page.getByRole('region', { name: `${weekdayName(day)} ${dayNumber(day)}`, exact: true }));

const headings = (start: string) => weekFrom(start).map((day) => `${weekdayName(day)} ${dayNumber(day)}`);

test('retro-week: the week is shown with starred tasks first, and cannot be changed', async ({
  member: page,
  account,
}) => {
  const day = today();
  await insertTasks(account, [
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
  const rows = column(page, day).getByRole('listitem');
  await expect(rows).toHaveText([
    '🎯Starred laterStarred',
    'Starred and doneCompletedStarred',
    'Pinned',
    'Plain and first',
    '☕DoneCompleted',
  ]);
  for (const title of ['Starred later', 'Starred and done', 'Pinned', 'Plain and first', 'Done']) {
    const decoration = title.includes('one') ? 'line-through' : 'none';
    await expect(rows.getByText(title, { exact: true })).toHaveCSS('text-decoration-line', decoration);
  }
  await expect(rows.locator('s, del')).toHaveText(['Starred and done', 'Done']);
  const colours = (title: string) =>
    rows.filter({ hasText: title }).evaluate((task) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(task);
      return `${backgroundColor} ${borderColor} ${color}`;
    });
  expect(await colours('Starred later'), 'a star is highlighted').not.toBe(await colours('Plain and first'));
  await expect(column(page, day)).toHaveAttribute('aria-current', 'date');
  await expect(columns(page).filter({ has: page.getByText('Today', { exact: true }) })).toHaveCount(1);

  const main = page.getByRole('main');
  await expect(main.getByRole('checkbox')).toHaveCount(0);
  await expect(main.getByRole('textbox')).toHaveCount(0);
  // The two arrows and the button that leads back to this week.
  await expect(main.getByRole('button')).toHaveCount(3);
});

test('retro-week: arrows lead to the next and the previous week, and the score counts the completed tasks', async ({
  member: page,
  account,
}) => {
  await insertTasks(account, [
    { title: 'Last week', task_date: dayAfter(monday, -7) },
    { title: 'Done last week', task_date: dayAfter(monday, -1), completed: true },
    { title: 'Three weeks on', task_date: dayAfter(monday, 27), completed: true },
  ]);
  const todayColumn = columns(page).filter({ has: page.getByText('Today', { exact: true }) });
  await page.goto('/retro/dashboard');
  await expect(page.getByText('No quests this week. Normal mode is where you add some.')).toBeVisible();
  await expect(todayColumn).toHaveCount(1);
  await page.getByRole('button', { name: 'Previous week' }).click();
  await expect(columns(page).getByRole('heading')).toHaveText(headings(dayAfter(monday, -7)));
  await expect(page.getByRole('listitem').filter({ hasText: /^Last week/ })).toBeVisible();
  await expect(page.getByText('DONE 1/2', { exact: true })).toBeVisible();
  await expect(page.getByText('Week clear!')).toHaveCount(0);
  await expect(todayColumn).toHaveCount(0);
  const next = page.getByRole('button', { name: 'Next week' });
  for (let step = 0; step < 4; step += 1) await next.press('Enter');
  const start = dayAfter(monday, 21);
  const end = dayAfter(monday, 27);
  // Across two years both have theirs: time.spec.ts.
  await expect(
    page.getByText(new RegExp(`^${shortDate(start)}(, \\d+)? – ${shortDate(end)}, ${end.slice(0, 4)}$`)),
  ).toBeVisible();
  await expect(column(page, end).getByRole('listitem')).toHaveText(['Three weeks onCompleted']);
  await expect(page.getByText('DONE 1/1')).toBeVisible();
  await expect(page.getByText('Week clear!', { exact: true })).toBeVisible();

  const todayButton = page.getByRole('button', { name: 'TODAY', exact: true });
  await todayButton.press('Enter');
  await expect(column(page, today())).toHaveAttribute('aria-current', 'date');
  await expect(todayButton).toBeFocused();
});

test('the week is refreshed when the user returns to the page', async ({ member: page, account }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.goto('/retro/dashboard');
  await expect(page.getByText('No quests this week. Normal mode is where you add some.')).toBeVisible();
  await insertTasks(account, [{ title: 'From another device', task_date: monday }]);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(column(page, monday).getByRole('listitem')).toHaveText(['From another device']);
});

// The notices for a taken email and for an unknown failure: remotes/retro/src/auth/enterGame.test.ts.

test('retro-landing, retro-auth, retro-passwords: a new game needs no capital letter in its password, starts at once, and can be quit and continued', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const email = newEmail();
  await page.goto('/retro');
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await page.getByRole('link', { name: 'BACK' }).click();
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await expect(page).toHaveURL('/retro/auth');
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await submit(page, '[ START ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Account created! Welcome to the game!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Your week' })).toBeVisible();

  await page.getByRole('link', { name: 'NORMAL MODE' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page.getByRole('link', { name: '[ PRESS START ]' })).toHaveCount(0);
  await page.getByRole('link', { name: '[ CONTINUE GAME ]' }).click();
  await page.getByRole('button', { name: 'QUIT' }).click();
  await expect(page).toHaveURL('/retro/auth');
  expect(await storedSession(page)).toBeNull();
  await submit(page, '[ PLAY ]', email, 'wrong password');
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await expect(passwordField(page)).toHaveValue('wrong password');
  await submit(page, '[ PLAY ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
});
