import type { Page } from '@playwright/test';
import { dayAfter, mondayOf, shortDate, weekFrom, weekdayName } from '../../support/calendar.ts';
import { dayCard, dayCards, openComposer, plantTasks, taskRow } from '../../support/planner.ts';
import { today } from '../../support/tasks.ts';
import { expect, test } from '../../support/test.ts';

// Rules week-view, task-order, task-moves and their kin: docs/product.md, Tasks. The greeting is in
// settings.spec.ts, what fails in errors.spec.ts.

const monday = mondayOf(today());
const headings = (start: string) => weekFrom(start).map((day) => `${weekdayName(day)} ${shortDate(day)}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const titles = (page: Page, day: string) => dayCard(page, day).getByRole('checkbox');

test.describe('/dashboard — Weekly planner: header', () => {
  test('the header has a Home button and an Account menu (Settings, Logout)', async ({
    signedInPage: page,
  }) => {
    const header = page.getByRole('banner');
    await page.goto('/dashboard');
    await header.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await header.getByRole('button', { name: 'Account', exact: true }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Logout']);
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
    await page.goBack();
    await header.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
  });
});

test.describe('/dashboard — Weekly planner: the week', () => {
  test('week navigation: previous week, previous day, Today, next day, next week; the start shifts by 7 or 1 days', async ({
    signedInPage: page,
  }) => {
    await page.goto('/dashboard');
    await expect(dayCards(page).getByRole('heading')).toHaveText(headings(monday));
    for (const [name, start] of [
      ['Next week', dayAfter(monday, 7)],
      ['Next day', dayAfter(monday, 8)],
      ['Previous week', dayAfter(monday, 1)],
      ['Previous day', monday],
      ['Previous day', dayAfter(monday, -1)],
      ['Today', monday],
    ] as const) {
      await page.getByRole('main').getByRole('button', { name, exact: true }).click();
      await expect(dayCards(page).getByRole('heading')).toHaveText(headings(start));
    }
  });

  test("seven day cards from the start date, each with the weekday name, the date as 'MMM d', today highlighted, and that date's tasks; at least 280 px wide", async ({
    signedInPage: page,
    account,
  }) => {
    const days = weekFrom(monday);
    await plantTasks(
      account,
      days.map((day) => ({ title: `A task for ${weekdayName(day)}`, task_date: day })),
    );
    await page.goto('/dashboard');
    await expect(dayCards(page)).toHaveCount(7);
    for (const [index, day] of days.entries()) {
      const card = dayCards(page).nth(index);
      await expect(card.getByRole('heading')).toHaveText(`${weekdayName(day)} ${shortDate(day)}`);
      await expect(card.getByRole('listitem')).toContainText([`A task for ${weekdayName(day)}`]);
      await expect(card.getByRole('listitem')).toHaveCount(1);
      await expect(card.getByText('Today', { exact: true })).toHaveCount(day === today() ? 1 : 0);
      await expect(card.getByRole('time')).toHaveAttribute('datetime', day);
    }
    for (const width of [320, 768, 1024, 1280, 1960]) {
      await page.setViewportSize({ width, height: 900 });
      const narrowest = () =>
        dayCards(page).evaluateAll((cards) =>
          Math.min(...cards.map((card) => card.getBoundingClientRect().width)),
        );
      // The page is laid out anew a moment after the window has its size.
      await expect.poll(narrowest, `at ${width} px`).toBeGreaterThanOrEqual(280);
    }
  });
});

test.describe('/dashboard — Weekly planner: a task row', () => {
  test('has a checkbox; a completed title is struck through; actions: Star task / Unstar task, Pin task / Unpin task, move to next day, delete, give or change an emoji', async ({
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
    await page.goto('/dashboard');
    const row = taskRow(page, 'Water the plants');
    const checkbox = row.getByRole('checkbox', { name: 'Water the plants' });
    const title = row.getByText('Water the plants', { exact: true });
    await expect(title).toHaveCSS('text-decoration-line', 'none');
    for (const line of ['line-through', 'none']) {
      await checkbox.click();
      await expect(checkbox).toBeChecked({ checked: line === 'line-through' });
      await expect(title).toHaveCSS('text-decoration-line', line);
    }
    const action = (name: string) => row.getByRole('button', { name, exact: true });
    for (const [now, then] of [
      ['Star task', 'Unstar task'],
      ['Unstar task', 'Star task'],
      ['Pin task', 'Unpin task'],
      ['Unpin task', 'Pin task'],
    ] as const) {
      await action(now).click();
      await expect(action(then)).toBeVisible();
      await expect(action(now)).toHaveCount(0);
    }
    await action('Give emoji').click();
    await page.getByRole('button', { name: 'Coffee', exact: true }).click();
    await expect(action('Change emoji')).toHaveText('☕');
    await action('Change emoji').click();
    await page.getByRole('button', { name: 'Books', exact: true }).click();
    await expect(action('Change emoji')).toHaveText('📚');
    await action('Move to next day').click();
    await expect(dayCard(page, dayAfter(monday)).getByRole('listitem')).toHaveCount(1);
    await expect(dayCard(page, monday).getByRole('listitem')).toHaveCount(0);
    await action('Delete task').click();
    await expect(row).toHaveCount(0);
  });

  test('within a day, starred tasks sort first, then pinned tasks, otherwise the order is unchanged', async ({
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, [
      { title: 'First', task_date: monday },
      { title: 'Pinned', task_date: monday, pinned: true },
      { title: 'Second', task_date: monday },
      { title: 'Starred', task_date: monday, starred: true },
      { title: 'Starred and pinned', task_date: monday, starred: true, pinned: true },
    ]);
    await page.goto('/dashboard');
    await expect(titles(page, monday)).toHaveCount(5);
    const order = ['Starred and pinned', 'Starred', 'Pinned', 'First', 'Second'];
    for (const [index, title] of order.entries()) {
      await expect(titles(page, monday).nth(index)).toHaveAccessibleName(title);
    }
  });
});

test.describe('/dashboard — Weekly planner: adding a task', () => {
  test("click 'Add task': an input with placeholder 'Enter task...' appears with an emoji picker; Enter or losing focus commits; Escape cancels and clears", async ({
    signedInPage: page,
  }) => {
    await page.goto('/dashboard');
    const card = dayCard(page, monday);
    const field = page.getByPlaceholder('Enter task...', { exact: true });
    await expect(field).toHaveCount(0);

    await card.getByRole('button', { name: 'Add task', exact: true }).click();
    await expect(field).toBeFocused();
    await expect(card.getByRole('group', { name: 'Emoji' }).getByRole('button')).toHaveCount(16);
    await card.getByRole('button', { name: 'Coffee', exact: true }).click();
    await field.fill('By Enter');
    await field.press('Enter');
    await expect(card.getByRole('listitem')).toHaveText(['By Enter☕']);
    await expect(field).toHaveCount(0);

    await openComposer(page, monday);
    await field.fill('By leaving');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(card.getByRole('listitem')).toHaveText(['By Enter☕', 'By leaving']);

    await openComposer(page, monday);
    await field.fill('Never');
    await field.press('Escape');
    await expect(field).toHaveCount(0);
    await openComposer(page, monday);
    await expect(field).toHaveValue('');
    await field.press('Escape');
    await expect(card.getByRole('listitem')).toHaveCount(2);
  });
});

test.describe("/dashboard — 'Goals & Priorities'", () => {
  const goals = (page: Page) => page.getByRole('region', { name: 'Goals & Priorities', exact: true });
  const card = (page: Page, title: string) => goals(page).getByRole('region', { name: title, exact: true });
  const field = (page: Page) => page.getByPlaceholder('Enter item...', { exact: true });
  const DEFAULTS = ['Top Goals', 'P0 Tasks', 'Custom Card 1', 'Custom Card 2', 'Custom Card 3'];

  test("default cards: Top Goals, P0 Tasks, Custom Card 1, Custom Card 2, Custom Card 3; 'Add item' opens an input with placeholder 'Enter item...'; Enter or blur adds, Escape cancels, empty is ignored; items can be toggled or deleted; all is lost on reload", async ({
    signedInPage: page,
  }) => {
    await page.goto('/dashboard');
    await expect(goals(page).getByRole('heading', { level: 2 })).toHaveText('Goals & Priorities');
    await expect(goals(page).getByRole('region')).toHaveCount(5);
    for (const title of DEFAULTS) {
      await expect(card(page, title).getByRole('button', { name: title, exact: true })).toBeVisible();
    }
    await expect(goals(page).getByRole('checkbox')).toHaveCount(0);
    const top = card(page, 'Top Goals');
    const add = top.getByRole('button', { name: 'Add item', exact: true });
    await add.click();
    await field(page).fill('  By Enter ');
    await field(page).press('Enter');
    await expect(top.getByRole('listitem')).toHaveText(['By Enter']);
    await add.click();
    await field(page).fill('By leaving');
    await page.getByRole('heading', { level: 2, name: 'Goals & Priorities' }).click();
    await expect(top.getByRole('listitem')).toHaveText(['By Enter', 'By leaving']);
    for (const [text, key] of [
      ['Never', 'Escape'],
      ['   ', 'Enter'],
    ] as const) {
      await add.click();
      await field(page).fill(text);
      await field(page).press(key);
      await expect(field(page)).toHaveCount(0);
    }
    await top.getByRole('checkbox', { name: 'By Enter' }).click();
    await expect(top.getByRole('checkbox', { name: 'By Enter' })).toBeChecked();
    await top.getByRole('checkbox', { name: 'By Enter' }).click();
    await expect(top.getByRole('checkbox', { name: 'By Enter' })).not.toBeChecked();
    await top.getByRole('button', { name: 'Delete item' }).first().click();
    await expect(top.getByRole('listitem')).toHaveText(['By leaving']);
    await page.reload();
    await expect(top).toBeVisible();
    await expect(top.getByRole('listitem')).toHaveCount(0);
  });

  test('card title rename: Enter or blur saves, Escape reverts, empty is ignored', async ({
    signedInPage: page,
  }) => {
    await page.goto('/dashboard');
    const title = page.getByRole('textbox', { name: 'Card title' });
    const rename = async (from: string, to: string) => {
      await card(page, from).getByRole('button', { name: from, exact: true }).click();
      await expect(title).toHaveValue(from);
      await title.fill(to);
    };
    await rename('Custom Card 1', ' Garden ');
    await title.press('Enter');
    await expect(button(page, 'Garden')).toBeVisible();
    await rename('Garden', 'Balcony');
    await page.getByRole('heading', { level: 2, name: 'Goals & Priorities' }).click();
    await expect(button(page, 'Balcony')).toBeVisible();
    await rename('Balcony', 'Never');
    await title.press('Escape');
    await expect(button(page, 'Balcony')).toBeVisible();
    await rename('Balcony', '  ');
    await title.press('Enter');
    await expect(button(page, 'Balcony')).toBeVisible();
    await expect(title).toHaveCount(0);
  });

  test("a dismissible hint 'How to add goals' says to click 'Add item' in any card and that card titles can be renamed; shown until dismissed, then stays hidden", async ({
    signedInPage: page,
  }) => {
    const hint = page.getByRole('complementary', { name: 'How to add goals', exact: true });
    const flag = () => page.evaluate(() => localStorage.getItem('goalTooltipDismissed'));
    await page.goto('/dashboard');
    await expect(hint.getByText(/[Cc]lick .Add item. in any card/)).toBeVisible();
    await expect(hint.getByText(/[Cc]ard titles can be renamed/)).toBeVisible();
    await page.reload();
    await expect(hint).toBeVisible();
    expect(await flag()).toBeNull();
    await hint.getByRole('button', { name: 'Dismiss hint' }).click();
    await expect(hint).toHaveCount(0);
    await page.reload();
    await expect(card(page, 'Top Goals')).toBeVisible();
    await expect(hint).toHaveCount(0);
    expect(await flag()).toBe('true');
  });
});
