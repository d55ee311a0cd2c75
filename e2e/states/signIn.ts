import { expect, type Page } from '@playwright/test';
import { submit } from '../support/forms.ts';
import { neverAnswered } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { FAILED_REQUEST, type State } from './state.ts';

const toSignUp = (page: Page) => page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();

async function requestNewPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Email me a link' }).click();
  const sentence = 'If this email has an account, a link to set a new password is on its way.';
  await expect(successNotice(page, sentence)).toBeVisible();
}

const next = { path: '/auth', heading: 'Sign In', follows: true } satisfies Partial<State>;

export const signInStates: readonly State[] = [
  { name: 'auth/sign-in', path: '/auth', heading: 'Sign In' },
  {
    ...next,
    name: 'auth/wrong-password',
    allowedConsole: FAILED_REQUEST,
    act: async (page) => {
      await submit(page, 'Sign In', 'mei.lin@example.com', 'Wrong passw0rd');
      await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
    },
  },
  { ...next, name: 'auth/forgotten', act: (page) => requestNewPassword(page, 'mei.lin@example.com') },
  {
    ...next,
    name: 'auth/sign-up',
    act: async (page) => {
      await page.getByRole('button', { name: 'Back to Sign In' }).click();
      await toSignUp(page);
    },
    verify: (page) => expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible(),
  },
  {
    ...next,
    name: 'auth/refused',
    act: (page) => submit(page, 'Sign Up', 'mei.lin', 'short'),
    verify: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'auth/working',
    path: '/auth',
    heading: 'Sign In',
    isBrief: true,
    before: (page) => page.route('**/auth/v1/token*', neverAnswered),
    act: (page) => submit(page, 'Sign In', 'mei.lin@example.com', 'Passw0rd!'),
    verify: (page) => expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible(),
  },
  {
    name: 'auth/check-your-mail',
    path: '/auth',
    heading: 'Sign In',
    isConfirming: true,
    act: async (page) => {
      await toSignUp(page);
      await submit(page, 'Sign Up', `mei.lin.${crypto.randomUUID()}@example.com`, 'Passw0rd!');
    },
    verify: (page) =>
      expect(successNotice(page, 'Account created! Please check your email to verify.')).toBeVisible(),
  },
  {
    ...next,
    name: 'auth/new-password',
    isConfirming: true,
    act: async (page, { operatorOrigin }) => {
      const email = await page.getByLabel('Email', { exact: true }).inputValue();
      await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
      await requestNewPassword(page, email);
      const response = await page.request.get(`${operatorOrigin}/outbox.json`);
      // Written by our own server, newest first.
      const mails = (await response.json()) as { to: string; link: string }[];
      await page.goto(mails.find(({ to }) => to === email)?.link ?? '');
      await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
    },
  },
  {
    name: 'auth/link-no-good',
    path: '/auth?token_hash=0123456789abcdef&type=signup',
    heading: 'Sign In',
    allowedConsole: FAILED_REQUEST,
    verify: (page) => expect(page.getByText('Email link is invalid or has expired')).toBeVisible(),
  },
  {
    name: 'auth/confirmed-elsewhere',
    path: '/#access_token=a.b.c&refresh_token=d&expires_in=3600&token_type=bearer&type=signup',
    heading: 'Tap into a Better Space',
    act: (page) => page.getByRole('link', { name: 'Already have an account? Sign in' }).click(),
    verify: (page) => expect(page.getByText('Email confirmed, please sign in')).toBeVisible(),
  },
  {
    name: 'auth/arriving',
    path: '/auth?token_hash=0123456789abcdef&type=signup',
    heading: 'One moment',
    isBrief: true,
    before: (page) => page.route('**/auth/v1/verify*', neverAnswered),
    verify: (page) => expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true'),
  },
  {
    name: 'auth/recovery-no-good',
    path: '/auth?token_hash=0123456789abcdef&type=recovery',
    heading: 'Reset your password',
    allowedConsole: FAILED_REQUEST,
    verify: (page) => expect(page.getByText('Email link is invalid or has expired')).toBeVisible(),
  },
];
