import { expect, type Page } from '@playwright/test';
import { letPageThrow } from '../support/documents.ts';
import { submit } from '../support/forms.ts';
import { dropped, neverAnswered } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { pageOf, type Group, type Story } from './story.ts';

// What someone sees who has not signed in.

const button = (name: string) => (page: Page) => page.getByRole('button', { name });
const link = (name: string) => (page: Page) => page.getByRole('link', { name });
const title = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const text = (words: string) => (page: Page) => page.getByText(words);
const alert = (page: Page) => page.getByRole('alert');

const breakRemote = (name: string) => (page: Page) => page.route(`**/remotes/${name}/**`, dropped);
const holdRemotes = (page: Page) => page.route('**/remoteEntry.js*', neverAnswered);

async function requestNewPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Email me a link' }).click();
  const sentence = 'If this email has an account, a link to set a new password is on its way.';
  await expect(successNotice(page, sentence)).toBeVisible();
}

const toSignUp = (page: Page) => page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
const toNewGame = (page: Page) => page.getByRole('button', { name: 'No game yet? Start a new one' }).click();

const signIn: Story = {
  path: '/auth',
  heading: 'Sign In',
  states: [
    { name: 'auth/sign-in' },
    {
      name: 'auth/wrong-password',
      act: (page) => submit(page, 'Sign In', 'mei.lin@example.com', 'Wrong passw0rd'),
      shows: (page) => failureNotice(page, 'Invalid email or password'),
    },
    { name: 'auth/forgotten', act: (page) => requestNewPassword(page, 'mei.lin@example.com') },
    {
      name: 'auth/sign-up',
      act: async (page) => {
        await page.getByRole('button', { name: 'Back to Sign In' }).click();
        await toSignUp(page);
      },
      shows: title('Sign Up'),
    },
    { name: 'auth/refused', act: (page) => submit(page, 'Sign Up', 'mei.lin', 'short'), shows: alert },
  ],
};

const newGame: Story = {
  path: '/retro/auth',
  heading: '[ CONTINUE ]',
  states: [
    { name: 'retro-auth/continue' },
    {
      name: 'retro-auth/wrong-password',
      act: (page) => submit(page, '[ PLAY ]', 'mei.lin@example.com', 'wrong password'),
      shows: (page) => failureNotice(page, 'Invalid email or password'),
    },
    { name: 'retro-auth/new-game', act: toNewGame, shows: title('[ NEW GAME ]') },
    {
      name: 'retro-auth/refused',
      act: (page) => submit(page, '[ START ]', 'mei.lin', 'short'),
      shows: alert,
    },
  ],
};

const UNKNOWN_LINK = '/auth?token_hash=0123456789abcdef&type=';
const UNCONFIRMED = '/#access_token=a.b.c&refresh_token=d&expires_in=3600&token_type=bearer&type=signup';

export const visitor: Group = {
  visitor: 'visitor',
  stories: [
    pageOf('landing/visitor', '/', 'Tap into a Better Space', { shows: link('Get Started Free') }),
    pageOf('about/visitor', '/about', 'About Us'),
    pageOf('jobs/visitor', '/jobs', 'Jobs'),
    pageOf('terms/visitor', '/terms', 'Terms of Service'),
    pageOf('pricing/visitor', '/pricing', 'Pricing'),
    pageOf('rocket/visitor', '/rocket', 'You found the rocket'),
    signIn,
    pageOf('auth/working', '/auth', 'Sign In', {
      before: (page) => page.route('**/auth/v1/token*', neverAnswered),
      act: (page) => submit(page, 'Sign In', 'mei.lin@example.com', 'Passw0rd!'),
      shows: button('Loading...'),
    }),
    pageOf('auth/link-no-good', `${UNKNOWN_LINK}signup`, 'Sign In', {
      shows: text('Email link is invalid or has expired'),
    }),
    pageOf('auth/confirmed-elsewhere', UNCONFIRMED, 'Tap into a Better Space', {
      act: (page) => page.getByRole('link', { name: 'Already have an account? Sign in' }).click(),
      shows: text('Email confirmed, please sign in'),
    }),
    pageOf('auth/arriving', `${UNKNOWN_LINK}signup`, 'One moment', {
      before: (page) => page.route('**/auth/v1/verify*', neverAnswered),
      shows: (page) => page.getByRole('main').and(page.locator('[aria-busy="true"]')),
    }),
    pageOf('auth/recovery-no-good', `${UNKNOWN_LINK}recovery`, 'Reset your password', {
      shows: text('Email link is invalid or has expired'),
    }),
    pageOf('retro-landing/visitor', '/retro', 'Your week is the game', { shows: link('[ PRESS START ]') }),
    newGame,
    pageOf('retro-pricing/visitor', '/retro/pricing', 'Choose your plan'),
    pageOf('not-found/visitor', '/no-such-page', 'Oops! Page not found'),
    pageOf('admin/visitor', '/admin', 'Admin Dashboard Disabled... Redirecting to main dashboard'),
    pageOf('remote-failed/visitor', '/retro/auth', 'This page could not be loaded', {
      before: breakRemote('retro'),
      shows: button('Retry'),
    }),
    pageOf('readable-page/visitor', '/pricing', 'Pricing', {
      before: breakRemote('marketing'),
      shows: button('Retry'),
    }),
    pageOf('crash/visitor', '/pricing', 'Something went wrong on this page', {
      before: (page) => letPageThrow(page, 'PricingPage'),
    }),
    pageOf('page-skeleton/visitor', '/retro/auth', null, {
      before: holdRemotes,
      shows: (page) => page.getByRole('main', { name: 'Loading page' }),
    }),
    pageOf('progress-bar/visitor', '/auth', 'Sign In', {
      before: holdRemotes,
      act: (page) => page.getByRole('link', { name: 'Enter retro mode' }).click(),
      shows: (page) => page.getByRole('progressbar', { name: 'Loading page' }),
    }),
  ],
};

/** On a server that requires confirmed addresses. */
export const confirmingVisitor: Group = {
  visitor: 'visitor',
  isConfirming: true,
  stories: [
    {
      path: '/auth',
      heading: 'Sign In',
      states: [
        {
          name: 'auth/check-your-mail',
          act: async (page) => {
            await toSignUp(page);
            await submit(page, 'Sign Up', `mei.lin.${crypto.randomUUID()}@example.com`, 'Passw0rd!');
          },
          shows: (page) => successNotice(page, 'Account created! Please check your email to verify.'),
        },
        {
          name: 'auth/new-password',
          act: async (page, { operatorOrigin }) => {
            const email = await page.getByLabel('Email', { exact: true }).inputValue();
            await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
            await requestNewPassword(page, email);
            const response = await page.request.get(`${operatorOrigin}/outbox.json`);
            // Written by our own server, newest first.
            const mails = (await response.json()) as { to: string; link: string }[];
            await page.goto(mails.find(({ to }) => to === email)?.link ?? '');
          },
          shows: title('Choose a new password'),
        },
      ],
    },
    pageOf('retro-auth/verify-first', '/retro/auth', '[ CONTINUE ]', {
      act: async (page) => {
        await toNewGame(page);
        await submit(page, '[ START ]', `mei.lin.${crypto.randomUUID()}@example.com`, 'aaaaaaaa');
      },
      shows: text('Verify your email first, then continue your game.'),
    }),
  ],
};
