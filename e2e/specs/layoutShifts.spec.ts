import type { Page, ViewportSize } from '@playwright/test';
import { statesOfPages } from '../states/index.ts';
import { dayAfter } from '../support/calendar.ts';
import { isLong } from '../support/longForm.ts';
import { nameField } from '../support/forms.ts';
import { expectShiftsBelow, settle, watchRequests, watchShifts } from '../support/layoutShifts.ts';
import { REQUESTS, hold } from '../support/network.ts';
import { dayCard, monday, insertTasks, sampleWeekFrom } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// What is on the screen stays where it is while the rest arrives. The fixtures watch the console: `test` fails if a page
// logs anything.

const VISITS = [
  ...statesOfPages(['landing/signed-in', 'retro-landing/signed-in'])
    .filter(({ path }) => !/[?#]/.test(path))
    .map(({ path, visitor }) => ({ path, isMember: visitor !== undefined })),
  { path: '/pricing', isMember: true },
  { path: '/no-such-page', isMember: true },
];

const SIZES: readonly [ViewportSize, ...ViewportSize[]] = [
  { width: 1280, height: 900 },
  { width: 320, height: 640 },
];

/** Returns both sizes with `npm run e2e -- layoutShifts --long`, else one of them, alternating by index. */
const sizesInTurn = (index: number) => (isLong ? SIZES : SIZES.filter((_, place) => place === index % 2));

const week = sampleWeekFrom(monday);

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

for (const isMember of [false, true]) {
  test(`every page loads without a layout shift, a console message or a request to another site: a ${isMember ? 'user' : 'visitor'}`, async ({
    newVisitor,
    account,
  }) => {
    test.setTimeout(240_000);
    if (isMember) {
      await insertTasks(account, week);
      await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
    }
    for (const [index, visit] of VISITS.entries()) {
      if (visit.isMember !== isMember) continue;
      for (const size of sizesInTurn(index)) {
        await test.step(`${visit.path}, ${size.width} px`, async () => {
          // The CPU draws an animated sky here for as long as the slow network takes. The animation shifts no layout.
          const page = await newVisitor(isMember ? account.session : undefined, { reducedMotion: 'reduce' });
          await page.setViewportSize(size);
          await expectNoShiftOnLoad(page, visit.path);
          await page.context().close();
        });
      }
    }
  });
}

/** Sizes of the window in which data arrives late. */
const WINDOWS: readonly [width: number, height: number][] = [
  [320, 640],
  [768, 1024],
  [1280, 900],
  [1960, 900],
  // High enough to show the goals below the week.
  [1960, 1300],
];
/** Returns all sizes with `npm run e2e -- layoutShifts --long`, else every third one, starting at the index. */
const windowsInTurn = (index: number) =>
  isLong ? WINDOWS : WINDOWS.filter((_, place) => (place + index) % 3 === 0);

/** Opens a page in each window size and holds its data until the frame is shown. Runs `check` when the data is there. */
async function expectLateDataToMoveNothing(
  page: Page,
  { path, windows }: { path: string; windows: typeof WINDOWS },
  expectLoading: () => Promise<void>,
  check: (width: number) => Promise<void>,
): Promise<void> {
  await watchShifts(page);
  // Each width is a first visit: the saved week of the previous visit is removed.
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('better-space-kept:')) localStorage.removeItem(key);
    }
  });
  for (const [width, height] of windows) {
    await test.step(`${width} x ${height} px`, async () => {
      await page.setViewportSize({ width, height });
      const request = path === '/settings' ? REQUESTS.readProfile : REQUESTS.readTasks;
      const resume = await hold(page, request);
      await page.goto(path);
      await expectLoading();
      resume();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await check(width);
      await expectShiftsBelow(page, 0.01);
    });
  }
}

const fullWeek = Array.from({ length: 40 }, (_, index) => ({
  ...week[0],
  title: `Task ${index + 1} of a week that is full`,
  task_date: dayAfter(monday, index % 7),
}));

const weeks = Object.entries({ 'an ordinary': week, 'an empty': [], 'a full': fullWeek });
for (const [index, [name, tasks]] of weeks.entries()) {
  test(`${name} week that arrives late shifts nothing, however wide the window`, async ({
    member: page,
    account,
  }) => {
    await insertTasks(account, tasks);
    await expectLateDataToMoveNothing(
      page,
      { path: '/dashboard', windows: windowsInTurn(index) },
      () => expect(dayCard(page, monday)).toHaveAttribute('aria-busy', 'true'),
      () => expect(page.getByRole('button', { name: 'Add task' })).toHaveCount(7),
    );
  });
}

test('a profile that arrives late shifts nothing, in one column and in two', async ({ member: page }) => {
  const profile = page.getByRole('region', { name: 'Profile Information' });
  await expectLateDataToMoveNothing(
    page,
    { path: '/settings', windows: windowsInTurn(0) },
    () => expect(profile).toHaveAttribute('aria-busy', 'true'),
    async (width) => {
      await expect(nameField(page)).toBeVisible();
      const cards = page.getByRole('region', { name: /^(Profile Information|Upgrade Account)$/ });
      const lefts = await cards.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
      expect.soft(new Set(lefts).size, `columns at ${width} px`).toBe(width < 1280 ? 1 : 2);
    },
  );
});

test('goals that are visible stay visible after a week has failed to load', async ({
  member: page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
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
