import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { takePictures } from '../bench/pictures/take.ts';
import { newEmail } from '../support/accounts.ts';
import { PHONE, expectAccessible } from '../support/accessible.ts';
import { letPageThrow } from '../support/documents.ts';
import { emailField, submit } from '../support/forms.ts';
import { breakRequests, dropped, neverAnswered } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { DARK, LIGHT, PICTURES, expectStates, next, opened, type State } from '../support/states.ts';
import { expect, test } from '../support/test.ts';

// Every page in every state that someone sees who has not signed in. Signed in: allStatesOfMembers.spec.ts.

const button = (name: string) => (page: Page) => page.getByRole('button', { name });
const title = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const alert = (page: Page) => page.getByRole('alert');
const breakRemote = (name: string) => (page: Page) => page.route(`**/remotes/${name}/**`, dropped);
const holdRemotes = (page: Page) => page.route('**/remoteEntry.js*', neverAnswered);
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();
const toSignUp = press("Don't have an account? Sign Up");
const toNewGame = press('No game yet? Start a new one');

async function requestNewPassword(page: Page, email: string): Promise<void> {
  await emailField(page).fill(email);
  await press('Forgot password?')(page);
  await press('Email me a link')(page);
}
const resetSent = (page: Page) =>
  successNotice(page, 'If this email has an account, a link to set a new password is on its way.');

const INVALID = 'Email link is invalid or has expired';
const UNKNOWN_LINK = '/auth?token_hash=0123456789abcdef&type=signup';
const UNCONFIRMED = '/#access_token=a.b.c&refresh_token=d&expires_in=3600&token_type=bearer&type=signup';

const STATES: readonly State[] = [
  opened('landing/visitor', '/', { looks: [{ size: PHONE, colorScheme: 'dark', isSkyShown: true }, DARK] }),
  opened('about/visitor', '/about'),
  opened('jobs/visitor', '/jobs'),
  opened('terms/visitor', '/terms'),
  opened('pricing/visitor', '/pricing', { looks: [DARK] }),
  opened('rocket/visitor', '/rocket'),
  opened('auth/sign-in', '/auth', { looks: [DARK] }),
  next('auth/forgotten', (page) => requestNewPassword(page, 'mei.lin@example.com'), resetSent),
  next(
    'auth/refused',
    async (page) => {
      await press('Back to Sign In')(page);
      await toSignUp(page);
      await submit(page, 'Sign Up', 'mei.lin', 'short');
    },
    alert,
  ),
  next(
    'auth/working',
    async (page) => {
      await breakRequests(page, { address: '**/auth/v1/signup*' }, neverAnswered);
      await submit(page, 'Sign Up', 'mei.lin@example.com', 'Passw0rd!');
    },
    button('Loading...'),
  ),
  opened('auth/link-no-good', UNKNOWN_LINK, { shows: INVALID }),
  opened('auth/confirmed-elsewhere', UNCONFIRMED, {
    act: (page) => page.getByRole('link', { name: 'Already have an account? Sign in' }).click(),
    shows: 'Email confirmed, please sign in',
  }),
  opened('auth/arriving', UNKNOWN_LINK, {
    before: (page) => page.route('**/auth/v1/verify*', neverAnswered),
    shows: (page) => page.getByRole('main').and(page.locator('[aria-busy="true"]')),
  }),
  opened('retro-landing/visitor', '/retro', { looks: [DARK] }),
  opened('retro-auth/continue', '/retro/auth'),
  next(
    'retro-auth/wrong-password',
    (page) => submit(page, '[ PLAY ]', 'mei.lin@example.com', 'wrong password'),
    (page) => failureNotice(page, 'Invalid email or password'),
  ),
  next(
    'retro-auth/refused',
    async (page) => {
      await toNewGame(page);
      await submit(page, '[ START ]', 'mei.lin', 'short');
    },
    alert,
  ),
  opened('retro-pricing/visitor', '/retro/pricing'),
  opened('not-found/visitor', '/no-such-page', { looks: [LIGHT] }),
  opened('admin/visitor', '/admin'),
  opened('remote-failed/visitor', '/retro/auth', {
    before: breakRemote('retro'),
    shows: title('This page could not be loaded'),
  }),
  opened('readable-page/visitor', '/pricing', { before: breakRemote('marketing'), shows: button('Retry') }),
  opened('crash/visitor', '/pricing', {
    before: (page) => letPageThrow(page, 'PricingPage'),
    shows: title('Something went wrong on this page'),
  }),
  opened('page-skeleton/visitor', '/retro/auth', {
    before: holdRemotes,
    isOutline: true,
    shows: (page) => page.getByRole('main', { name: 'Loading page' }),
  }),
  opened('progress-bar/visitor', '/auth', {
    before: holdRemotes,
    act: (page) => page.getByRole('link', { name: 'Enter retro mode' }).click(),
    shows: (page) => page.getByRole('progressbar', { name: 'Loading page' }),
  }),
];

/** What the states log: failed requests, the plugin's container, a page that throws and is rendered again. */
const EXPECTED = /Failed to load resource|Couldn't load preload assets|a fault in this page|React error #422/;

test('any-device: every page of a visitor is accessible in every state, readable when enlarged and in forced colours, and looks as it should', async ({
  context,
  site,
  allowConsole,
}) => {
  allowConsole(EXPECTED);
  await expectStates(context, site.origin, STATES);
});

test('any-device: so are the pages of a site that requires confirmed addresses, and its mails', async ({
  context,
  server,
}) => {
  const email = newEmail();
  await expectStates(context, server.origin, [
    opened('auth/check-your-mail', '/auth', {
      async act(page) {
        await toSignUp(page);
        await submit(page, 'Sign Up', email, 'Passw0rd!');
      },
      shows: (page) => successNotice(page, 'Account created! Please check your email to verify.'),
    }),
    opened('auth/new-password', '/auth', {
      async act(page) {
        await requestNewPassword(page, email);
        await resetSent(page).waitFor();
        await page.goto(server.outbox.latest(email)?.link ?? '');
      },
      shows: title('Choose a new password'),
    }),
    opened('retro-auth/verify-first', '/retro/auth', {
      async act(page) {
        await toNewGame(page);
        await submit(page, '[ START ]', newEmail(), 'aaaaaaaa');
        // The same words are on the page before the week's guard sends the visitor back to it.
        await expect(title('[ CONTINUE ]')(page)).toBeFocused();
      },
      shows: 'Verify your email first, then continue your game.',
    }),
  ]);
  // Their texts: shared/server/tests/accounts.test.ts.
  for (const name of ['confirmation', 'recovery'])
    await test.step(`the ${name} mail`, async () => {
      const page = await context.newPage();
      const file = new URL(`../../supabase/templates/${name}.html`, import.meta.url);
      const hash = '4f9c2a1b'.repeat(8);
      const html = readFileSync(file, 'utf8').replaceAll('{{ .SiteURL }}', 'https://planner.example');
      await page.setContent(html.replaceAll('{{ .TokenHash }}', hash));
      if (PICTURES !== undefined) return takePictures(page, `mail/${name}`, PICTURES);
      await expectAccessible(page, `the ${name} mail`, undefined, ['landmark-one-main', 'region']);
    });
});
