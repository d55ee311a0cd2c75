import type { Page } from '@playwright/test';
import { dayAfter } from '../support/calendar.ts';
import { MEMBER_PATHS, VISITOR_PATHS } from '../support/documents.ts';
import { nameField } from '../support/forms.ts';
import { expectShiftsBelow, settle, watchRequests, watchShifts } from '../support/layoutShifts.ts';
import { REQUESTS, hold } from '../support/network.ts';
import { dayCard, insertAtOnce, insertTasks, monday, sampleWeekFrom } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// What is on the screen stays where it is while the rest arrives.

/** A slow phone connection: content that arrives late could push the content that is shown. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };

/** Opens a page as a first visit, with an empty cache: files from a cache would not arrive late. */
async function expectNoShiftOnLoad(page: Page, path: string): Promise<void> {
  const { made, pending } = watchRequests(page);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await watchShifts(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', SLOW);
  await page.goto(path);
  if (path.endsWith('dashboard'))
    await expect(page.getByText('Look back at the week').first()).toBeAttached();
  await settle(page, pending);
  // The admin page redirects.
  if (path !== '/admin') await expect(page).toHaveURL(path);
  await expectShiftsBelow(page, 0.01);

  const own = new URL(page.url()).origin;
  const foreignUrls = made.map((request) => request.url()).filter((url) => new URL(url).origin !== own);
  // Data and blob addresses are part of the page itself; the content security policy decides whether they are allowed.
  expect.soft(foreignUrls.filter((url) => !/^(data|blob):/.test(url))).toEqual([]);
  expect.soft(sockets).toEqual([]);
}

for (const [visitor, paths] of [
  ['a visitor', VISITOR_PATHS],
  ['a user', [...MEMBER_PATHS, '/', '/pricing', '/retro', '/no-such-page']],
] as const) {
  test(`page-owners, retro-landing: every page loads without a layout shift, a console message or a request to another site: ${visitor}`, async ({
    newVisitor,
    account,
  }) => {
    test.setTimeout(240_000);
    await insertTasks(account, sampleWeekFrom(monday));
    await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
    for (const [index, path] of paths.entries()) {
      const viewport = index % 2 === 0 ? { width: 1280, height: 900 } : { width: 320, height: 640 };
      await test.step(`${path}, ${viewport.width} px`, async () => {
        const page = await newVisitor(visitor === 'a user' ? account.session : undefined, {
          viewport,
          reducedMotion: 'reduce',
        });
        await expectNoShiftOnLoad(page, path);
        await page.context().close();
      });
    }
  });
}

test('week-view, settings-cards: a week and a profile that arrive late shift nothing, however wide the window and full the week', async ({
  member: page,
  account,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await watchShifts(page);
  // Each time is a first visit: the saved week of the previous one is removed.
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('better-space-kept:')) localStorage.removeItem(key);
    }
  });
  /** Opens a page in a window, and lets its data arrive once its frame is shown. */
  const openLate = async (path: '/dashboard' | '/settings', width: number, height: number) => {
    const isWeek = path === '/dashboard';
    const card = isWeek ? dayCard(page, monday) : page.getByRole('region', { name: 'Profile Information' });
    await page.setViewportSize({ width, height });
    const resume = await hold(page, isWeek ? REQUESTS.readTasks : REQUESTS.readProfile);
    await page.goto(path);
    await expect(card).toHaveAttribute('aria-busy', 'true');
    resume();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    if (isWeek) await expect(page.getByRole('button', { name: 'Add task' })).toHaveCount(7);
    else await expect(nameField(page)).toBeVisible();
    await expectShiftsBelow(page, 0.01);
  };
  await openLate('/dashboard', 1280, 900);
  await insertTasks(account, sampleWeekFrom(monday));
  await openLate('/dashboard', 320, 640);
  await openLate('/dashboard', 1960, 900);
  const many = Array.from({ length: 30 }, (_, index) => ({
    title: `Task ${index + 1} of a week that is full`,
    task_date: dayAfter(monday, index % 7),
  }));
  await insertAtOnce(account, many);
  await openLate('/dashboard', 768, 1024);
  // High enough to show the goals below the week.
  await openLate('/dashboard', 1960, 1300);

  for (const [width, columns] of [
    [320, 1],
    [1960, 2],
  ] as const) {
    await openLate('/settings', width, 900);
    const cards = page.getByRole('region', { name: /^(Profile Information|Upgrade Account)$/ });
    const lefts = await cards.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
    expect.soft(new Set(lefts).size, `columns at ${width} px`).toBe(columns);
  }

  await test.step('goals that are visible stay visible after a week has failed to load', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.unrouteAll();
    await page.route('**/rest/v1/tasks*', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible();
    const goals = page.getByRole('heading', { name: 'Goals & Priorities' });
    await expect(goals).toBeVisible();
    await page.unrouteAll();
    const resume = await hold(page, REQUESTS.readTasks);
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeHidden();
    expect(await goals.isVisible()).toBe(true);
    resume();
    await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  });
});
