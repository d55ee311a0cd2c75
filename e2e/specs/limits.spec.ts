import { randomUUID } from 'node:crypto';
import { emailField, passwordField, submit } from '../support/authForm.ts';
import { closeFailure, failureNotice } from '../support/notices.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { expect, test as base } from '../support/visitors.ts';

// What a page says on a server that counts, behind a proxy that it believes. Who is counted, how, and that an owner gets in
// where they signed in before: shared/server/siege/blocks; that a wait ends: shared/server/tests/limits.test.ts.

const REFUSED = /the server responded with a status of 429/;
const ADDRESS = '203.0.113.1';
/** A browser whose requests come from that address, as a proxy says. */
const FROM_THERE = { extraHTTPHeaders: { 'x-forwarded-for': ADDRESS } };

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

/** Asks the accounts' part past the site, as a visitor from an address. Returns the status of the answer. */
async function ask(site: Site, path: string, body: object): Promise<number> {
  const answer = await fetch(`${site.origin}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: site.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': ADDRESS,
    },
    body: JSON.stringify(body),
  });
  return answer.status;
}

test('the eleventh wrong password within ten minutes is told when to try again, and what was typed stays', async ({
  account,
  site,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const wait = 'Too many attempts. Please try again in 10 minutes.';
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const guess = { email: account.email, password: `Wr0ng word ${attempt}` };
    expect(await ask(site, 'token?grant_type=password', guess)).toBe(400);
  }
  const page = await newVisitor(undefined, FROM_THERE);
  await page.goto('/auth');
  // The right one too: otherwise the limit would tell a guesser which guess was right.
  for (const password of ['Wr0ng word 11', account.password]) {
    await submit(page, 'Sign In', account.email, password);
    await expect(failureNotice(page, wait)).toBeVisible();
    await expect(page.getByRole('main').getByText(wait, { exact: true })).toBeVisible();
    await expect(emailField(page)).toHaveValue(account.email);
    await expect(passwordField(page)).toHaveValue(password);
    await closeFailure(page);
  }
  await expect(page).toHaveURL('/auth');
});

test('the sixth mail in an hour to an address, with or without an account, is told when to try again', async ({
  account,
  site,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const page = await newVisitor(undefined, FROM_THERE);
  for (const email of [account.email, `${randomUUID()}@example.com`]) {
    for (let mail = 1; mail <= 5; mail += 1) expect(await ask(site, 'recover', { email })).toBe(200);
    await page.goto('/auth');
    await emailField(page).fill(email);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(failureNotice(page, 'Too many mails. Please try again in 1 hour.')).toBeVisible();
    await expect(emailField(page)).toHaveValue(email);
  }
});
