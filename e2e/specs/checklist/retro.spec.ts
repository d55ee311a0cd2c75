import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { restoreSession } from '../../support/accounts.ts';
import { submit } from '../../support/authForm.ts';
import { dayAfter, dayNumber, mondayOf, weekFrom, weekdayName } from '../../support/calendar.ts';
import { plantTasks } from '../../support/planner.ts';
import { today } from '../../support/tasks.ts';
import { expect, test } from '../../support/test.ts';

// Section 2 of the spec, 'Retro screens'. The figures of the plans stand in the checks of /pricing.

const monday = mondayOf(today());
const columns = (page: Page) =>
  page.getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+$/ });
const names = (start: string) => weekFrom(start).map((day) => `${weekdayName(day)} ${dayNumber(day)}`);

test.describe('/retro — Retro landing', () => {
  test('the button text changes to a continue-game wording when signed in', async ({
    page,
    context,
    account,
  }) => {
    await page.goto('/retro');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: '[ PRESS START ]', exact: true })).toBeVisible();
    await expect(main.getByText(/continue/i)).toHaveCount(0);
    await restoreSession(context, account.session);
    await page.goto('/retro');
    await expect(main.getByRole('link', { name: '[ CONTINUE GAME ]', exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: '[ PRESS START ]' })).toHaveCount(0);
    await main.getByRole('link', { name: '[ CONTINUE GAME ]' }).click();
    await expect(page).toHaveURL('/retro/dashboard');
  });
});

test.describe('/retro/auth — Retro sign in / sign up', () => {
  test('modes [ CONTINUE ] and [ NEW GAME ]; buttons [ PLAY ] and [ START ]; toggle text; BACK to /retro', async ({
    page,
  }) => {
    await page.goto('/retro/auth');
    for (const [mode, button, toggle] of [
      ['[ CONTINUE ]', '[ PLAY ]', 'No game yet? Start a new one'],
      ['[ NEW GAME ]', '[ START ]', 'Already have a game? Continue'],
      ['[ CONTINUE ]', '[ PLAY ]', 'No game yet? Start a new one'],
    ] as const) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode);
      await expect(page.getByLabel('Email', { exact: true })).toBeEditable();
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
      await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible();
      await page.getByRole('button', { name: toggle, exact: true }).click();
    }
    await page.getByRole('link', { name: 'BACK', exact: true }).click();
    await expect(page).toHaveURL('/retro');
  });

  test('retro sign-up navigates straight to the retro dashboard', async ({ page }) => {
    await page.goto('/retro/auth');
    await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
    await submit(page, '[ START ]', `${randomUUID()}@example.com`, 'aaaaaaaa');
    await expect(page).toHaveURL('/retro/dashboard');
    await expect(columns(page)).toHaveCount(7);
  });
});

test.describe('/retro/dashboard — Read-only week grid', () => {
  test('a week header with previous and next week arrows, and seven columns with day name and number', async ({
    signedInPage: page,
  }) => {
    await page.goto('/retro/dashboard');
    await expect(columns(page).getByRole('heading')).toHaveText(names(monday));
    for (const [name, start] of [
      ['Next week', dayAfter(monday, 7)],
      ['Previous week', monday],
      ['Previous week', dayAfter(monday, -7)],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(columns(page).getByRole('heading')).toHaveText(names(start));
    }
  });

  test('tasks show as emoji plus title; starred tasks are highlighted; completed ones are struck through; nothing can be changed', async ({
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, [
      { title: 'Plain', task_date: monday },
      { title: 'Starred', task_date: monday, emoji: '🎯', starred: true },
      { title: 'Completed', task_date: monday, emoji: '☕', completed: true },
    ]);
    await page.goto('/retro/dashboard');
    const tasks = columns(page).first().getByRole('listitem');
    await expect(tasks).toContainText(['🎯Starred', 'Plain', '☕Completed']);
    const background = (index: number) =>
      tasks.nth(index).evaluate((task) => {
        const { backgroundColor, borderColor, color } = getComputedStyle(task);
        return `${backgroundColor} ${borderColor} ${color}`;
      });
    expect(await background(0)).not.toBe(await background(1));
    const lines = tasks.getByText(/^(Starred|Plain|Completed)$/).and(page.locator('s, del'));
    await expect(lines).toHaveText(['Completed']);
    await expect(lines).toHaveCSS('text-decoration-line', 'line-through');
    for (const role of ['checkbox', 'textbox'] as const) {
      await expect(page.getByRole('main').getByRole(role)).toHaveCount(0);
    }
  });

  test('NORMAL MODE switches to the normal dashboard; QUIT signs out, back to /retro/auth', async ({
    signedInPage: page,
  }) => {
    await page.goto('/retro/dashboard');
    await page.getByRole('link', { name: 'NORMAL MODE', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    await page.getByRole('button', { name: 'QUIT', exact: true }).click();
    await expect(page).toHaveURL('/retro/auth');
    await page.goto('/retro/dashboard');
    await expect(page).toHaveURL('/retro/auth');
  });
});

test.describe('/retro/pricing — Retro plans', () => {
  test('three plans; START FREE for the free plan, otherwise UPGRADE; plus an FAQ', async ({ page }) => {
    await page.goto('/retro/pricing');
    for (const [plan, button] of [
      ['Free', 'START FREE'],
      ['Pro', 'UPGRADE'],
      ['Space Master', 'UPGRADE'],
    ] as const) {
      const panel = page.getByRole('region', { name: plan, exact: true });
      await expect(panel.getByRole('link')).toHaveText(button);
      await expect(panel.getByRole('link')).toHaveAttribute('href', '/retro/auth');
    }
    await expect(page.getByRole('heading', { name: 'FAQ', exact: true })).toBeVisible();
    const questions = page.getByRole('term');
    expect(await questions.count()).toBeGreaterThan(0);
    for (const question of await questions.all()) await expect(question).toHaveText(/\?$/);
    await expect(page.getByRole('definition')).toHaveCount(await questions.count());
  });
});
