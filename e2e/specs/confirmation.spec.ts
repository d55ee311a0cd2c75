import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { emailField, submit } from '../support/authForm.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { storedSession } from '../support/storage.ts';
import { expect, test as base } from '../support/visitors.ts';

/** Reads the mail that the server would have sent, on the operator's page. */
interface Outbox {
  /** The newest mail to an address. */
  open(page: Page, email: string): Promise<Locator>;
  count(page: Page, email: string): Promise<number>;
}

const test = base.extend<{ outbox: Outbox }>({
  outbox: async ({ confirmingSite }, provide) => {
    const mailsTo = async (page: Page, email: string) => {
      await page.goto(`${confirmingSite.operatorOrigin}/outbox`);
      await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
      return page.getByRole('article').filter({ hasText: email });
    };
    await provide({
      open: async (page, email) => (await mailsTo(page, email)).first(),
      count: async (page, email) => (await mailsTo(page, email)).count(),
    });
  },
});

/** Sites that ask for a confirmed address. What happens where none is asked for is in auth.spec and retroAuth.spec. */
test.use({ baseURL: async ({ confirmingSite }, provide) => provide(confirmingSite.origin) });

const PASSWORD = 'Passw0rd!';
const CHECK_MAIL = 'Account created! Please check your email to verify.';
const newEmail = () => `${randomUUID()}@example.com`;

async function signUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
  await submit(page, 'Sign Up', email, password);
  await expect(successNotice(page, CHECK_MAIL)).toBeVisible();
}

test('a new account waits for its mail, whose link signs in, once', async ({
  page,
  outbox,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 4\d\d/);
  const email = newEmail();
  await signUp(page, email);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up');
  await expect(emailField(page)).toHaveValue(email);

  await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await submit(page, 'Sign In', email, PASSWORD);
  await expect(failureNotice(page, 'Email not confirmed')).toBeVisible();
  await expect(page).toHaveURL('/auth');

  const link = (await outbox.open(page, email)).getByRole('link');
  const address = await link.getAttribute('href');
  await link.click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);

  // The same link again, by a member and by a visitor.
  await page.goto(address ?? '');
  await expect(page).toHaveURL('/dashboard');
  await page.evaluate(() => localStorage.clear());
  await page.goto(address ?? '');
  const panel = page.getByRole('region', { name: 'About your link' });
  await expect(panel.getByText('Email link is invalid or has expired')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await expect(panel.getByLabel('Send it again to')).toBeVisible();

  await submit(page, 'Sign In', email, PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});

test('a lost mail is sent again from the page of a link that is no good', async ({
  page,
  outbox,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 4\d\d/);
  const email = newEmail();
  await signUp(page, email);
  await page.goto('/auth?token_hash=0123456789abcdef&type=signup');
  const panel = page.getByRole('region', { name: 'About your link' });
  await expect(panel.getByText('Email link is invalid or has expired')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await panel.getByRole('button', { name: 'Send a new link' }).click();
  await expect(failureNotice(page, 'Please fill in all fields')).toBeVisible();
  await expect(panel.getByLabel('Send it again to')).toBeFocused();
  await panel.getByLabel('Send it again to').fill(email);
  const asked = page.waitForRequest('**/auth/v1/resend*');
  await panel.getByRole('button', { name: 'Send a new link' }).click();
  // Where a hosted project's own mail text leads after it has confirmed the address.
  const { origin, searchParams } = new URL((await asked).url());
  expect(searchParams.get('redirect_to')).toBe(`${origin}/dashboard`);
  await expect(successNotice(page, 'A new link is on its way. Please check your email.')).toBeVisible();
  expect(await outbox.count(page, email)).toBe(2);
  await (await outbox.open(page, email)).getByRole('link').click();
  await expect(page).toHaveURL('/dashboard');
});

test('a link that is opened in another browser confirms the email and asks to sign in', async ({
  page,
  outbox,
  newVisitor,
}) => {
  const email = newEmail();
  await signUp(page, email);
  const phone = await newVisitor();
  await (await outbox.open(phone, email)).getByRole('link').click();
  const panel = phone.getByRole('region', { name: 'About your link' });
  await expect(panel.getByText('Email confirmed, please sign in')).toBeVisible();
  await expect(phone).toHaveURL('/auth');
  expect(await storedSession(phone)).toBeNull();

  await expect(emailField(phone)).toHaveValue(email);
  await submit(phone, 'Sign In', email, PASSWORD);
  await expect(phone).toHaveURL('/dashboard');
  await expect(phone.getByRole('heading', { level: 1, name: /your week space looks great!$/ })).toBeVisible();
});

test('a new game ends on its sign-in, which says that the email comes first', async ({
  page,
  outbox,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 4\d\d/);
  const email = newEmail();
  await page.goto('/retro/auth');
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await submit(page, '[ START ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Account created! Welcome to the game!')).toBeVisible();
  await expect(page).toHaveURL('/retro/auth');
  await expect(page.getByText('Verify your email first, then continue your game.')).toBeVisible();
  // The way there and back has brought a new form, which knows the address.
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await submit(page, '[ PLAY ]', email, 'aaaaaaaa');
  await expect(failureNotice(page, 'Email not confirmed')).toBeVisible();
  await expect(page.getByText('Verify your email first, then continue your game.')).toBeVisible();

  await (await outbox.open(page, email)).getByRole('link').click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/retro/auth');
  await expect(page).toHaveURL('/retro/dashboard');
});
