import type { Page, Route } from '@playwright/test';
import { dayAfter, weekFrom } from '../support/calendar.ts';
import { tabTo } from '../support/focus.ts';
import { neverAnswered } from '../support/network.ts';
import { closeNotices, failureNotice, keepNotices, successNotice } from '../support/notices.ts';
import { addTask, insertTask, insertTasks, monday, openWeek, taskRow, tuesday } from '../support/planner.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

/** Runs in the page: what notices lie on, except for the strip that is kept free for them. */
function coveredByNotices(): string[] {
  const notices = [...document.querySelectorAll('[role="status"], [role="alert"]')].filter(
    (notice) =>
      notice.querySelector('[aria-label="Close notice"]') &&
      notice.checkVisibility({ visibilityProperty: true }),
  );
  if (notices.length === 0) return ['no notice'];
  const found = new Set<string>();
  for (const notice of notices) {
    const { left, right, top, bottom } = notice.getBoundingClientRect();
    if (left < 0 || right > innerWidth || bottom > innerHeight) found.add('outside the window');
    for (let y = Math.ceil(top); y < bottom; y += 6)
      for (let x = Math.ceil(left); x < right; x += 6) {
        const below = document.elementsFromPoint(x, y).find((element) => !element.closest('.Toastify'));
        if (below && !below.matches('[data-strip]'))
          found.add(`${below.tagName} ${below.textContent.slice(0, 40)}`);
      }
  }
  return [...found];
}
const expectNothingCovered = (page: Page) => expect.poll(() => page.evaluate(coveredByNotices)).toEqual([]);

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const deleteTask = (page: Page, title: string) =>
  taskRow(page, title).getByRole('button', { name: 'Delete task' }).click();

test('notice-place: notices cover no row and no control at any width, and the same notice again is counted, not repeated', async ({
  newVisitor,
  account,
}) => {
  const days = weekFrom(monday);
  const tasks = days.flatMap((task_date) =>
    [1, 2, 3, 4, 5].map((number) => ({ title: `${task_date} ${number}`, task_date })),
  );
  await insertTasks(account, tasks);
  for (const device of [
    { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
    { viewport: { width: 1280, height: 900 } },
  ]) {
    const { width } = device.viewport;
    await test.step(`${width} px`, async () => {
      const page = await newVisitor(account.session, device);
      await keepNotices(page);
      await page.goto('/dashboard');
      await expect(taskRow(page, `${tuesday} 5`)).toBeVisible();
      const [one, two] = [`One at ${width}`, `Two at ${width}`];
      for (const title of [one, two]) {
        await addTask(page, tuesday, title);
        await expect(taskRow(page, title)).toBeVisible();
      }
      await expect(notice(page, 'Task added!')).toHaveText(/^Task added!×2/);
      for (const resized of width === 320 ? [width] : [768, 1960, width]) {
        await page.setViewportSize({ ...device.viewport, width: resized });
        await expectNothingCovered(page);
      }
      await taskRow(page, `${dayAfter(monday, 3)} 3`).scrollIntoViewIfNeeded();
      await expectNothingCovered(page);

      if (width > 320) await deleteTask(page, one);
      else {
        await taskRow(page, one).getByRole('button', { name: 'More' }).tap();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete task' }).tap();
      }
      await expect(successNotice(page, 'Task deleted')).toBeVisible();
      await expectNothingCovered(page);
      // On a phone the strip at the bottom edge lies on nothing that has the focus.
      const strip = page.getByRole('complementary', { name: 'Animation and retro mode' });
      if (width === 320) await closeNotices(page);
      for (const day of width === 320 ? days : []) {
        const box = taskRow(page, `${day} 4`).getByRole('checkbox');
        await box.focus();
        const { y = 0, height = 0 } = (await box.boundingBox()) ?? {};
        expect(y + height).toBeLessThanOrEqual((await strip.boundingBox())?.y ?? 0);
      }
      await page.context().close();
    });
  }
});

test('notice-place: a success goes after two seconds, several are shown one after the other, by keyboard and over a dialog too', async ({
  member: page,
  account,
}) => {
  for (const title of ['One', 'Two', 'Last']) await insertTask(account, title, monday);
  await page.goto('/dashboard');

  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  const allUndo = page.getByRole('button', { name: 'Undo', includeHidden: true });
  await test.step('it stays while it has the keyboard focus, and returns the focus', async () => {
    await taskRow(page, 'One').getByRole('button', { name: 'Delete task' }).press('Enter');
    const next = taskRow(page, 'Two').getByRole('button', { name: 'Delete task' });
    await expect(next).toBeFocused();
    await expect(undo).toBeVisible();
    await page.keyboard.press('Alt+t');
    await expect(notice(page, 'Task deleted')).toBeFocused();
    await tabTo(undo);
    const timers = () =>
      notice(page, 'Task deleted').evaluate((element) =>
        element.getAnimations({ subtree: true }).map(({ playState }) => playState),
      );
    // The bar that shows the remaining time is paused, and nothing else is animated.
    await expect.poll(timers).toContain('paused');
    await expect.poll(timers).not.toContain('running');
    // A newer one waits behind it.
    await taskRow(page, 'Last').getByRole('button', { name: 'Delete task' }).dispatchEvent('click');
    await expect(allUndo).toHaveCount(2);
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(taskRow(page, 'One')).toBeVisible();
    await expect(next).toBeFocused();
    await closeNotices(page);
  });

  await test.step('a short success goes by itself', async () => {
    // The animation of its bar ends it: moved on instead of waited for.
    const bar = page.waitForFunction(() =>
      document
        .getAnimations()
        .find((each) => each instanceof CSSAnimation && each.animationName.includes('notice-time')),
    );
    await addTask(page, monday, 'Three');
    const animation = await bar;
    const duration = await animation.evaluate((each) => {
      each?.finish();
      return each?.effect?.getTiming().duration;
    });
    expect(duration).toBe(2_000);
    await expect(notice(page, 'Task added!')).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('the newest of two is shown first, and the other after it', async () => {
    for (const title of ['One', 'Two']) {
      await deleteTask(page, title);
      await expect(taskRow(page, title)).toHaveCount(0);
    }
    await expect(allUndo).toHaveCount(2);
    await expectNothingCovered(page);
    // By keyboard too it is the one that is shown.
    await page.keyboard.press('Alt+t');
    await expect(notice(page, 'Task deleted')).toBeFocused();
    await undo.click();
    await expect(taskRow(page, 'Two')).toBeVisible();
    await undo.click();
    await expect(taskRow(page, 'One')).toBeVisible();
    await closeNotices(page);
  });

  await test.step('it can be pressed while a modal dialog is open, and stays when that closes', async () => {
    await deleteTask(page, 'One');
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search' });
    await expect(search).toBeVisible();
    await undo.click();
    await expect(search).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
    await expect(notice(page, 'Task restored')).toBeVisible();
    await expect(taskRow(page, 'One')).toBeVisible();
  });
});

test('notice-place: what is said before the code for notices has come, or while a part of the document never comes, is shown', async ({
  member: page,
  context,
  account,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await insertTask(account, 'Water the plants', monday);
  // The request fails only after the browser has reported that the network is back.
  const isBack = Promise.withResolvers<void>();
  const fail = (route: Route) => isBack.promise.then(() => route.abort());
  await context.route(/at-rest-.*\.js$/, fail, { times: 1 });
  const codeRequested = page.waitForRequest(/at-rest-.*\.js$/);
  await openWeek(page);
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await codeRequested;
  await context.setOffline(true);
  await taskRow(page, 'Water the plants').getByRole('checkbox').click();
  await expect(taskRow(page, 'Water the plants')).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  isBack.resolve();
  await expect(failureNotice(page, 'Failed to update task. You are offline.')).toHaveCount(1);

  const visitor = await newVisitor();
  await visitor.route('**/never.png', neverAnswered);
  await visitor.addInitScript(() => void (new Image().src = '/never.png'));
  await visitor.goto('/auth', { waitUntil: 'commit' });
  await untilHydrated(visitor);
  await visitor.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(failureNotice(visitor, 'Please fill in all fields')).toBeVisible();
  expect(await visitor.evaluate(() => document.readyState)).toBe('interactive');
  await visitor.goto('about:blank');
});
