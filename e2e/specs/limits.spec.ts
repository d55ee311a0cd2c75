import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page, Response } from '@playwright/test';
import { emailField, passwordField, submit } from '../support/authForm.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { expect, test as base } from '../support/visitors.ts';

// A server that counts, behind a proxy that it believes: each visitor comes from an address of their own. That a wait ends is
// shown with a clock in shared/server/tests.

const REFUSED = /the server responded with a status of 4(00|29)/;
const WRONG = 'Invalid email or password';

const test = base.extend<object, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const site = await startSite({ env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } });
      await provide(site);
      await site.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** A browser whose requests come from an address, as a proxy says. */
const from = (address: string): BrowserContextOptions => ({
  extraHTTPHeaders: { 'x-forwarded-for': address },
});

const isSignIn = (response: Response) => response.url().includes('/auth/v1/token?grant_type=password');

/** Tries to sign in and returns the status of the answer. */
async function signIn(page: Page, email: string, password: string): Promise<number> {
  const answered = page.waitForResponse(isSignIn);
  await submit(page, 'Sign In', email, password);
  return (await answered).status();
}

/** Guesses a password past the site, from an address. Returns the status of the answer. */
async function guess({ origin, publishableKey }: Site, email: string, address: string): Promise<number> {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ email, password: `Wr0ng ${randomUUID()}` }),
  });
  return answer.status;
}

test('the eleventh wrong password within ten minutes is told when to try again, and what was typed stays', async ({
  account,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const wait = 'Too many attempts. Please try again in 10 minutes.';
  const page = await newVisitor(undefined, from('203.0.113.1'));
  await page.goto('/auth');
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect(await signIn(page, account.email, `Wr0ng word ${attempt}`)).toBe(400);
    await expect(failureNotice(page, WRONG)).toBeVisible();
    await closeFailure(page);
  }
  expect(await signIn(page, account.email, 'Wr0ng word 11')).toBe(429);
  await expect(failureNotice(page, wait)).toBeVisible();
  await expect(emailField(page)).toHaveValue(account.email);
  await expect(passwordField(page)).toHaveValue('Wr0ng word 11');
  await closeFailure(page);

  // Otherwise the limit would tell a guesser which guess was right.
  expect(await signIn(page, account.email, account.password)).toBe(429);
  await expect(failureNotice(page, wait)).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await expect(passwordField(page)).toHaveValue(account.password);

  const elsewhere = await newVisitor(undefined, from('203.0.113.2'));
  await elsewhere.goto('/auth');
  expect(await signIn(elsewhere, account.email, account.password)).toBe(200);
  await expect(elsewhere).toHaveURL('/dashboard');
});

test('guesses from many addresses do not lock an owner out where they signed in before', async ({
  account,
  site,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const home = from('198.51.100.7');
  const before = await newVisitor(undefined, home);
  await before.goto('/auth');
  expect(await signIn(before, account.email, account.password)).toBe(200);
  await expect(before).toHaveURL('/dashboard');

  const answers: number[] = [];
  for (let host = 1; host <= 60; host += 1) answers.push(await guess(site, account.email, `192.0.2.${host}`));
  expect(answers).toEqual([...Array<number>(50).fill(400), ...Array<number>(10).fill(429)]);

  const owner = await newVisitor(undefined, home);
  await owner.goto('/auth');
  expect(await signIn(owner, account.email, account.password)).toBe(200);
  await expect(owner).toHaveURL('/dashboard');

  const unknown = await newVisitor(undefined, from('198.51.100.8'));
  await unknown.goto('/auth');
  expect(await signIn(unknown, account.email, account.password)).toBe(429);
  await expect(
    failureNotice(unknown, 'Too many attempts. Please try again in 1 hour.'),
    'at a new address the right password waits like a guess',
  ).toBeVisible();
});

for (const [whose, hasAccount] of [
  ['with an account', true],
  ['without an account', false],
] as const) {
  test(`the sixth mail in an hour to an address ${whose} is told when to try again, and the email typed stays`, async ({
    account,
    newVisitor,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    const email = hasAccount ? account.email : `${randomUUID()}@example.com`;
    const page = await newVisitor(undefined, from('203.0.113.3'));
    await page.goto('/auth');
    await emailField(page).fill(email);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const send = async () => {
      const answered = page.waitForResponse((response) => response.url().includes('/auth/v1/recover'));
      await page.getByRole('button', { name: 'Email me a link' }).click();
      return (await answered).status();
    };
    const sent = 'If this email has an account, a link to set a new password is on its way.';
    for (let mail = 1; mail <= 5; mail += 1) {
      expect(await send()).toBe(200);
      await expect(successNotice(page, sent).first()).toBeVisible();
      await expect(emailField(page)).toBeEditable();
    }
    expect(await send()).toBe(429);
    await expect(failureNotice(page, 'Too many mails. Please try again in 1 hour.')).toBeVisible();
    await expect(emailField(page)).toHaveValue(email);
  });
}
