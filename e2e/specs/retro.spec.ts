import type { Page } from '@playwright/test';
import { newEmail, storedSession } from '../support/accounts.ts';
import { dayAfter, dayNumber, weekFrom, weekdayName } from '../support/calendar.ts';
import { submit } from '../support/forms.ts';
import { motionsOf } from '../support/motion.ts';
import { breakRequests, REQUESTS } from '../support/network.ts';
import { closeNotices, successNotice } from '../support/notices.ts';
import { monday, insertTasks, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Retro mode. Its looks, and its columns: allStatesOfVisitors.spec.ts, allStatesOfMembers.spec.ts. Its styles apply to no other page: versions.spec.ts. Its sign-in page: signIn.spec.ts.

const columns = (page: Page) =>
  page
    .getByRole('region', { name: 'Week', exact: true })
    .getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+$/ });
const nameOf = (day: string) => `${weekdayName(day)} ${dayNumber(day)}`;
const column = (page: Page, day: string) =>
  columns(page).and(page.getByRole('region', { name: nameOf(day), exact: true }));
const dog = (page: Page) => page.getByTestId('flying-dog');

test('retro-week, failure-notice: the week is shown with starred tasks first and cannot be changed, is printed in black without controls, and arrows lead to the others, each with its score; one that fails to load can be retried', async ({
  member: page,
  account,
  newVisitor,
}) => {
  const day = today();
  await insertTasks(account, [
    { title: 'Plain and first', task_date: day },
    { title: 'Done', task_date: day, completed: true, emoji: '☕' },
    { title: 'Pinned', task_date: day, pinned: true },
    { title: 'Starred later', task_date: day, starred: true, emoji: '🎯' },
    { title: 'Starred and done', task_date: day, starred: true, completed: true },
    { title: 'Last week', task_date: dayAfter(monday, -7) },
    { title: 'Done last week', task_date: dayAfter(monday, -1), completed: true },
    { title: 'Next week', task_date: dayAfter(monday, 13), completed: true },
  ]);
  await page.goto('/retro/dashboard');
  const main = page.getByRole('main');
  const heading = page.getByRole('heading', { level: 1, name: 'Your week' });
  const rows = column(page, day).getByRole('listitem');
  const todayColumn = columns(page).filter({ has: page.getByText('Today', { exact: true }) });
  const expectDays = (start: string) =>
    expect(columns(page).getByRole('heading')).toHaveText(weekFrom(start).map(nameOf));
  await expect(heading).toBeVisible();
  await expectDays(monday);
  await expect(rows).toHaveText([
    '🎯Starred laterStarred',
    'Starred and doneCompletedStarred',
    'Pinned',
    'Plain and first',
    '☕DoneCompleted',
  ]);
  await expect(rows.locator('s, del')).toHaveText(['Starred and done', 'Done']);
  await expect(column(page, day)).toHaveAttribute('aria-current', 'date');
  await expect(todayColumn).toHaveCount(1);
  for (const role of ['checkbox', 'textbox'] as const) await expect(main.getByRole(role)).toHaveCount(0);
  // The two arrows and the button that leads back to this week.
  await expect(main.getByRole('button')).toHaveCount(3);

  await test.step('on paper', async () => {
    await page.emulateMedia({ media: 'print' });
    const title = page.getByText('Starred later', { exact: true });
    for (const part of [title, heading, column(page, day).getByRole('heading')])
      await expect(part).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(dog(page)).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('other weeks', async () => {
    await page.getByRole('button', { name: 'Previous week' }).click();
    await expectDays(dayAfter(monday, -7));
    await expect(page.getByRole('listitem').filter({ hasText: /^Last week/ })).toBeVisible();
    await expect(page.getByText('DONE 1/2', { exact: true })).toBeVisible();
    await expect(page.getByText('Week clear!')).toHaveCount(0);
    await expect(todayColumn).toHaveCount(0);
    const next = page.getByRole('button', { name: 'Next week' });
    for (let step = 0; step < 2; step += 1) await next.press('Enter');
    await expect(column(page, dayAfter(monday, 13)).getByRole('listitem')).toHaveText(['Next weekCompleted']);
    await expect(page.getByText('DONE 1/1')).toBeVisible();
    await expect(page.getByText('Week clear!', { exact: true })).toBeVisible();
    await next.press('Enter');
    await expect(page.getByText('No quests this week. Normal mode is where you add some.')).toBeVisible();
    const todayButton = page.getByRole('button', { name: 'TODAY', exact: true });
    await todayButton.press('Enter');
    await expect(column(page, day)).toHaveAttribute('aria-current', 'date');
    await expect(todayButton).toBeFocused();
  });

  await test.step('it is read again when the user returns, even if the browser believes to be offline', async () => {
    await insertTasks(account, [{ title: 'From another device', task_date: day }]);
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false });
      window.dispatchEvent(new Event('focus'));
    });
    await expect(rows).toContainText(['From another device']);
  });

  await test.step('a week that fails to load', async () => {
    const visit = await newVisitor(account.session);
    const error = visit.getByRole('main').getByText('Failed to load tasks', { exact: true });
    const portal = { contentType: 'text/html', body: '<p>Welcome to the hotel' };
    const restore = await breakRequests(visit, REQUESTS.readTasks, (route) => route.fulfill(portal));
    await visit.goto('/retro/dashboard');
    await expect(error).toBeVisible();
    await expect(visit.getByText(/^No quests/)).toHaveCount(0);
    await closeNotices(visit);
    await restore();
    await visit.getByRole('button', { name: 'Retry' }).press('Enter');
    await expect(error).toHaveCount(0);
    await expect(visit.getByRole('region', { name: 'Week', exact: true })).toBeFocused();
  });
});

test('retro-landing, retro-auth, retro-passwords, sky-and-motion: a new game needs no capital letter in its password, starts at once, and can be quit and continued; the dog flies across every page until it is paused', async ({
  page,
}) => {
  const email = newEmail();
  const start = page.getByRole('link', { name: '[ PRESS START ]' });
  const pause = page.getByRole('button', { name: 'Pause animation', exact: true });
  const isMoving = async () => (await motionsOf(page)).includes(Infinity);
  const expectAt = async (path: string, isFlying = false) => {
    await expect(page).toHaveURL(path);
    await expect(dog(page)).toBeInViewport();
    await expect(pause).toHaveAttribute('aria-pressed', String(!isFlying));
    await expect.poll(isMoving, path).toBe(isFlying);
  };
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/retro');
  await expectAt('/retro', true);
  await expect(dog(page)).toHaveAttribute('aria-hidden', 'true');
  await expect(dog(page)).toHaveCSS('pointer-events', 'none');
  await start.click();
  await expectAt('/retro/auth', true);
  await pause.press('Enter');
  await expect(pause).toBeFocused();
  await page.getByRole('link', { name: 'BACK' }).click();
  await expectAt('/retro');
  await start.click();
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await submit(page, '[ START ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Account created! Welcome to the game!')).toBeVisible();
  await expectAt('/retro/dashboard');

  await page.getByRole('link', { name: 'NORMAL MODE' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(start).toHaveCount(0);
  await page.getByRole('link', { name: '[ CONTINUE GAME ]' }).click();
  await page.getByRole('button', { name: 'QUIT' }).click();
  await expect(page).toHaveURL('/retro/auth');
  expect(await storedSession(page)).toBeNull();
  await submit(page, '[ PLAY ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
  await page.goto('/retro/pricing');
  await expectAt('/retro/pricing');
  await pause.press('Enter');
  await expectAt('/retro/pricing', true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(isMoving).toBe(false);
});
