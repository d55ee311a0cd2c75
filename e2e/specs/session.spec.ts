import type { Page, Route } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { submit } from '../support/authForm.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { storedSession } from '../support/storage.ts';
import { plantTask } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';
import { expiredSession } from '../support/tokens.ts';

const NETWORK = /Failed to load resource/;
/** The greeting's name is not worth more than a line in the console (rule profile-query). */
const NAME = /^error: Failed to load profile/;
const REFRESH = /\/auth\/v1\/token\?grant_type=refresh_token/;
const API = /\/(auth|rest)\/v1\//;

const greeting = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /your week space looks great!$/ });
const days = (page: Page) => page.getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/ });
const emptyDays = (page: Page) => page.getByText('Nothing planned yet');

for (const token of ['fresh', 'expired'] as const) {
  test(`the week stands at once from the stored session while the network hangs: ${token} token`, async ({
    page,
    context,
    account,
    site,
    allowConsole,
  }) => {
    if (token === 'expired') allowConsole(/the server responded with a status of 401/);
    await plantTask(account, 'Water the plants');
    const session = token === 'fresh' ? account.session : expiredSession(account.session, site.jwtSecret);
    await restoreSession(context, session);
    const network = Promise.withResolvers<void>();
    await page.route(API, async (route) => {
      await network.promise;
      await route.continue();
    });
    await page.goto('/dashboard');
    await expect(greeting(page)).toBeVisible();
    await expect(days(page)).toHaveCount(7);
    await expect(page.getByRole('region', { name: 'Goals & Priorities' })).toBeVisible();
    await expect(emptyDays(page)).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    network.resolve();
    await expect(page.getByText('Water the plants')).toBeVisible();
    await expect(emptyDays(page)).toHaveCount(6);
  });
}

const failing = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/plain', body: 'Service Unavailable' });

const LOST = {
  'answers 502': failing(502),
  'answers 503': failing(503),
  'answers 504': failing(504),
  'is dropped': (route: Route) => route.abort('connectionreset'),
};

test('a refresh that fails is a failure in place, never an empty week, and the session stays', async ({
  page,
  context,
  account,
  site,
  allowConsole,
}) => {
  allowConsole(NETWORK);
  allowConsole(NAME);
  await plantTask(account, 'Water the plants');
  await restoreSession(context, expiredSession(account.session, site.jwtSecret));
  for (const [fault, answer] of Object.entries(LOST)) {
    await test.step(fault, async () => {
      await page.route(REFRESH, answer);
      await page.goto('/dashboard');
      await expect(days(page)).toHaveCount(7);
      await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible();
      await expect(failureNotice(page, 'Failed to load tasks')).toBeVisible();
      await expect(emptyDays(page)).toHaveCount(0);
      await expect(page).toHaveURL('/dashboard');
      expect(await storedSession(page)).toMatchObject({ refresh_token: account.session.refresh_token });
      await page.unroute(REFRESH);
    });
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Water the plants')).toBeVisible();
  await expect(emptyDays(page)).toHaveCount(6);
});

for (const fault of ['answers 503', 'is dropped'] as const) {
  test(`a refresh that ${fault} once is made again by itself, and no person hears of it`, async ({
    page,
    context,
    account,
    site,
    allowConsole,
  }) => {
    allowConsole(NETWORK);
    await plantTask(account, 'Water the plants');
    await restoreSession(context, expiredSession(account.session, site.jwtSecret));
    const asked: number[] = [];
    page.on('request', (request) => {
      if (REFRESH.test(request.url())) asked.push(Date.now());
    });
    await page.route(REFRESH, LOST[fault], { times: 1 });
    await page.goto('/dashboard');
    await expect(page.getByText('Water the plants')).toBeVisible();
    await expect(page.getByText('Failed to load tasks')).toHaveCount(0);
    const [first = 0, second = 0, ...more] = asked;
    expect(second - first).toBeGreaterThanOrEqual(150);
    expect(more).toEqual([]);
  });
}

/** After the sentence of what could not be loaded, where that was asked for before the end was known. */
const ENDED = /^(Failed to load \w+\. )?Your session has ended\. Please sign in again\.$/;

for (const [path, signIn] of [
  ['/dashboard', '/auth'],
  ['/settings', '/auth'],
  ['/retro/dashboard', '/retro/auth'],
] as const) {
  test(`a session that the server has ended leads from ${path} to ${signIn} and says why, once`, async ({
    page,
    context,
    account,
    site,
    allowConsole,
  }) => {
    allowConsole(NETWORK);
    allowConsole(NAME);
    await account.client.auth.signOut({ scope: 'global' });
    await restoreSession(context, expiredSession(account.session, site.jwtSecret));
    await page.goto(path);
    await expect(page).toHaveURL(signIn);
    await expect(page.getByRole('alert')).toHaveText(ENDED);
    await expect(emptyDays(page)).toHaveCount(0);
    expect(await storedSession(page)).toBeNull();
  });

  test(`a session that was ended elsewhere leads from ${path} to ${signIn} although its token is good`, async ({
    page,
    context,
    account,
    allowConsole,
  }) => {
    allowConsole(NETWORK);
    allowConsole(NAME);
    await account.client.auth.signOut({ scope: 'global' });
    await restoreSession(context, account.session);
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (REFRESH.test(request.url())) refreshes.push(request.url());
    });
    await page.goto(path);
    await expect(page).toHaveURL(signIn);
    await expect(page.getByRole('alert')).toHaveText(ENDED);
    await expect(emptyDays(page)).toHaveCount(0);
    expect(await storedSession(page)).toBeNull();
    expect(refreshes).toHaveLength(1);
  });
}

test('tokens of Google never reach the storage', async ({ page, account }) => {
  await page.route('**/auth/v1/token*', async (route) => {
    const response = await route.fetch();
    // The server answers an object; this is what a Google sign-in adds to it.
    const session = (await response.json()) as object;
    const json = { ...session, provider_token: 'from-google', provider_refresh_token: 'for-years' };
    await route.fulfill({ response, json });
  });
  await page.goto('/auth');
  await submit(page, 'Sign In', account.email, account.password);
  await expect(page).toHaveURL('/dashboard');
  expect(await storedSession(page)).toMatchObject({ user: { id: account.id } });
  const everything = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(everything).not.toMatch(/provider_|from-google|for-years/);
});

/** What the browser says when a person looks at another tab and comes back, three times. */
async function lookAwayAndBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const say = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event(state === 'hidden' ? 'blur' : 'focus'));
    };
    for (let turn = 0; turn < 3; turn += 1) {
      say('hidden');
      say('visible');
    }
  });
}

test('coming back to the tab keeps what is being typed and asks for no more than the week', async ({
  signedInPage: page,
}) => {
  await page.goto('/dashboard');
  await expect(emptyDays(page)).toHaveCount(7);
  await days(page).first().getByRole('button', { name: 'Add task' }).click();
  await page.getByPlaceholder('Enter task...').fill('Half a thou');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const navigations: string[] = [];
  page.on('framenavigated', (frame) => navigations.push(frame.url()));
  await lookAwayAndBack(page);
  await expect(page.getByPlaceholder('Enter task...')).toBeFocused();
  await page.getByPlaceholder('Enter task...').pressSequentially('ght');
  await expect(page.getByPlaceholder('Enter task...')).toHaveValue('Half a thought');
  await page.keyboard.press('Enter');
  await expect(successNotice(page, 'Task added!')).toBeVisible();

  expect(asked.filter((path) => path.startsWith('/auth/v1/'))).toEqual([]);
  // One insert, and at most one look at the week for each return.
  expect(asked.filter((path) => path === '/rest/v1/tasks').length).toBeLessThanOrEqual(4);
  expect(navigations).toEqual([]);
  await expect(page.getByText('Welcome back!')).toHaveCount(0);
});

test('coming back to the tab leaves a form as it was', async ({ signedInPage: page }) => {
  await page.goto('/settings');
  await expect(page.getByText('0 days')).toBeVisible();
  await page.getByLabel('Display Name').fill('Ada L');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await lookAwayAndBack(page);
  await expect(page.getByLabel('Display Name')).toHaveValue('Ada L');
  await expect(page).toHaveURL('/settings');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(successNotice(page, 'Profile updated successfully!')).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/auth/v1/'))).toEqual([]);
  expect(asked.filter((path) => path.startsWith('/rest/v1/')).length).toBeLessThanOrEqual(4);
});

test('a server that hangs is a failure within ten seconds, and Retry works once it goes on', async ({
  signedInPage: page,
  account,
  site,
  allowConsole,
}) => {
  allowConsole(NETWORK);
  await plantTask(account, 'Water the plants');
  await page.goto('/dashboard');
  await expect(page.getByText('Water the plants')).toBeVisible();
  process.kill(site.pid, 'SIGSTOP');
  try {
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect(days(page)).toHaveCount(7);
    await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible({ timeout: 12_000 });
    await expect(emptyDays(page)).toHaveCount(0);
    // Nothing is under way any more that the server could still answer.
    await expect(page.getByRole('button', { name: 'Retry' })).not.toHaveAttribute('aria-disabled', 'true');
  } finally {
    process.kill(site.pid, 'SIGCONT');
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(emptyDays(page)).toHaveCount(7);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.getByText('Water the plants')).toBeVisible();
});
