import type { Page } from '@playwright/test';
import { dayAfter, mondayOf } from '../support/calendar.ts';
import { FAULTS, REQUESTS, breakRequests } from '../support/faults.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { dayCard, openComposer, plantTasks, taskRow } from '../support/planner.ts';
import type { Planted } from '../support/planner.ts';
import { expectSound } from '../support/soundness.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());

/** Every look a row can have, and a title that could push things out of the page. */
const TASKS: readonly Planted[] = [
  { title: 'Plain', task_date: today() },
  { title: 'Starred', task_date: today(), starred: true, emoji: '🎯' },
  { title: 'Pinned', task_date: today(), pinned: true },
  { title: 'Done', task_date: today(), completed: true, emoji: '☕' },
  { title: 'Starred, pinned and done', task_date: today(), starred: true, pinned: true, completed: true },
  { title: 'x'.repeat(200), task_date: dayAfter(monday, 6), starred: true },
  { title: 'Done before', task_date: monday, completed: true },
];

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

for (const [path, title] of [
  ['/', 'Tap into a Better Space'],
  ['/about', 'About Us'],
  ['/jobs', 'Jobs'],
  ['/terms', 'Terms of Service'],
  ['/pricing', 'Pricing'],
  ['/rocket', 'You found the rocket'],
  ['/no-such-page', 'Oops! Page not found'],
  ['/retro', 'Your week is the game'],
  ['/retro/pricing', 'Choose your plan'],
] as const) {
  test(`everybody can use ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expectSound(page, path);
  });
}

test('everybody can sign in and up', async ({ page }) => {
  await page.goto('/auth');
  await expect(heading(page, 'Sign In')).toBeVisible();
  await expectSound(page, 'sign in');
  await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(failureNotice(page, 'Please fill in all fields')).toBeVisible();
  await expectSound(page, 'sign up, refused');
});

test('everybody can sign in and up in retro mode', async ({ page }) => {
  await page.goto('/retro/auth');
  await expect(heading(page, '[ CONTINUE ]')).toBeVisible();
  await expectSound(page, 'continue');
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await page.getByRole('button', { name: '[ START ]' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectSound(page, 'new game, refused');
});

test('everybody can read an empty week and one with tasks', async ({ signedInPage: page, account }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await expectSound(page, 'empty week');
  await plantTasks(account, TASKS);
  await page.reload();
  await expect(taskRow(page, 'Plain')).toBeVisible();
  await expectSound(page, 'week with tasks');
});

test('everybody can write a task', async ({ signedInPage: page }) => {
  await page.goto('/dashboard');
  const field = await openComposer(page, today());
  await page.getByRole('button', { name: 'Party' }).click();
  await field.fill('y'.repeat(201));
  await expectSound(page, 'composer');
  await field.press('Enter');
  await expect(failureNotice(page, 'Task title must be less than 200 characters')).toBeVisible();
  await expectSound(page, 'composer, refused');
  await field.fill('Buy milk');
  await field.press('Enter');
  await expect(successNotice(page, 'Task added!')).toBeVisible();
  await taskRow(page, 'Buy milk').getByRole('button', { name: 'Edit title' }).click();
  await expect(page.getByRole('textbox', { name: 'Task title' })).toBeFocused();
  await expectSound(page, 'title editor');
});

test('everybody can use the menus and the emoji picker', async ({ signedInPage: page, account }) => {
  await plantTasks(account, TASKS);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await expectSound(page, 'account menu');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Escape');

  const row = taskRow(page, 'Starred');
  await row.getByRole('button', { name: 'Change emoji' }).click();
  await expect(page.getByRole('group', { name: 'Choose an emoji' })).toBeVisible();
  await expectSound(page, 'emoji picker');
  await expect(page.getByRole('group', { name: 'Choose an emoji' })).toBeVisible();
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'Move to', exact: true }).click();
  await expect(page.getByRole('menu', { name: 'Move to' })).toBeVisible();
  await expectSound(page, 'move menu');
  await expect(page.getByRole('menu', { name: 'Move to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Delete task' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectSound(page, 'notice with an action');
});

test('everybody can fill goal cards', async ({ signedInPage: page }) => {
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Top Goals' });
  for (const title of ['Run a half marathon', 'z'.repeat(120)]) {
    await card.getByRole('button', { name: 'Add item' }).click();
    await page.getByRole('textbox', { name: 'New item' }).fill(title);
    await page.keyboard.press('Enter');
  }
  await card.getByRole('checkbox', { name: 'Run a half marathon' }).click();
  await card.getByRole('button', { name: 'Top Goals' }).click();
  await expect(page.getByRole('textbox', { name: 'Card title' })).toBeFocused();
  await expectSound(page, 'goal cards');
});

test('everybody can read that a week could not be loaded, and that the network is gone', async ({
  signedInPage: page,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await breakRequests(page, REQUESTS.readTasks, FAULTS['the connection drops']);
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What was loaded stays readable.')).toBeVisible();
  await expectSound(page, 'week that failed');
});

test('everybody can change their settings', async ({ signedInPage: page }) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('alert')).toHaveCount(2);
  await expectSound(page, 'settings, refused');
});

test('everybody can read the retro week, loaded or not', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await plantTasks(account, TASKS);
  const mend = await breakRequests(page, REQUESTS.readTasks, FAULTS['the connection drops']);
  await page.goto('/retro/dashboard');
  await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible();
  await expectSound(page, 'retro week that failed');
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Plain' })).toBeVisible();
  await expectSound(page, 'retro week');
});

test('everybody can read that a part of the site is missing', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.route('**/remotes/settings/**', (route) => route.abort('connectionreset'));
  await page.goto('/settings');
  await expect(heading(page, 'This page could not be loaded')).toBeVisible();
  await expectSound(page, 'remote that failed');
});

test('the days, their tasks and today are there for who hears the page', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, TASKS);
  await page.goto('/dashboard');
  const list = dayCard(page, today()).getByRole('list');
  await expect(list.getByRole('listitem')).toHaveCount(
    TASKS.filter((task) => task.task_date === today()).length,
  );
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
