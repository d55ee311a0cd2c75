import { newEmail } from '../support/accounts.ts';
import { emailField, passwordField, submit } from '../support/forms.ts';
import { closeFailure, failureNotice } from '../support/notices.ts';
import type { Site } from '../support/site.ts';
import { FOR_WORKER, expect, test as base, withSite } from '../support/test.ts';

// What a page says on a server that counts, behind a proxy that it believes. Who is counted, how, and that an owner gets in
// where they signed in before: shared/server/siege/blocks; that a wait ends: shared/server/tests/limits.test.ts.

const REFUSED = /the server responded with a status of 429/;
/** A browser whose requests come from that address, as a proxy says. */
const FROM_THERE = { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.1' } };

const LIMITED = { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } };
const test = base.extend<object, { site: Site }>({
  site: [({}, use) => withSite(LIMITED, use), FOR_WORKER],
});

/** Asks the accounts' part past the site, as a visitor from an address. Returns the status of the answer. */
async function ask(site: Site, path: string, body: object): Promise<number> {
  const answer = await fetch(`${site.origin}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      ...FROM_THERE.extraHTTPHeaders,
      apikey: site.publishableKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return answer.status;
}

test.beforeEach(({ allowConsole }) => allowConsole(REFUSED));

test('the eleventh wrong password is told to wait', async ({ account, site, newVisitor }) => {
  const wait = 'Too many attempts. Please try again in 10 minutes.';
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const guess = { email: account.email, password: `Wr0ng word ${attempt}` };
    expect(await ask(site, 'token?grant_type=password', guess)).toBe(400);
  }
  const page = await newVisitor(undefined, FROM_THERE);
  // The right one too: otherwise the limit would tell a guesser which guess was right.
  for (const [path, button, password] of [
    ['/auth', 'Sign In', 'Wr0ng word 11'],
    ['/auth', 'Sign In', account.password],
    ['/retro/auth', '[ PLAY ]', account.password],
  ] as const) {
    if (!page.url().endsWith(path)) await page.goto(path);
    await submit(page, button, account.email, password);
    await expect(failureNotice(page, wait)).toBeVisible();
    await expect(page.getByRole('main').getByText(wait, { exact: true })).toBeVisible();
    await expect(emailField(page)).toHaveValue(account.email);
    await expect(passwordField(page)).toHaveValue(password);
    await closeFailure(page);
  }
  await expect(page).toHaveURL('/retro/auth');
});

test('the sixth mail in an hour is told to wait', async ({ account, site, newVisitor }) => {
  const page = await newVisitor(undefined, FROM_THERE);
  for (const email of [account.email, newEmail()]) {
    for (let mail = 1; mail <= 5; mail += 1) expect(await ask(site, 'recover', { email })).toBe(200);
    await page.goto('/auth');
    await emailField(page).fill(email);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(failureNotice(page, 'Too many mails. Please try again in 1 hour.')).toBeVisible();
    await expect(emailField(page)).toHaveValue(email);
  }
});
