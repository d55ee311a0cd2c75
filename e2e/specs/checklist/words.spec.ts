import type { Page } from '@playwright/test';
import { expect, test } from '../../support/test.ts';

// Rule honest-words: no sentence of ours promises what is not so. Each row: a page, what it must not say (about limits,
// payment, hiring, backups: contradicted by another page, or by what the product does), what it says instead.

type Row = readonly [path: string, never: RegExp | null, ...says: string[]];

const PUBLIC: readonly Row[] = [
  ['/', null, 'Goal cards are not saved: they are cleared when you reload the page or sign out.'],
  [
    '/about',
    /hiring|we hire/i,
    'applications are not open yet',
    'Our story',
    'Our team',
    'Our mission',
    'From Singapore',
    'Get Started',
  ],
  ['/jobs', /openings?/i, 'Four roles, all full-time in Singapore. Applications are not open yet.'],
  [
    '/pricing',
    /leads to the free sign-up\.|kept in your account, on every device/,
    'Nothing is charged. Whichever plan you choose, its button leads to the free sign-up, or to your week if you are signed in.',
  ],
  [
    '/terms',
    /choose and pay|paid plan begins|contains and costs/,
    'Nothing is charged: no plan is sold on this site',
    'A backup made before that may still hold a copy.',
    'Last updated: January 13, 2025',
    '13. Governing law',
  ],
  [
    '/retro/pricing',
    /holds up to 50|lifts the limits|more than most weeks|only leads to the sign-in\./,
    'Yes, $0 forever, and without a credit card.',
    'the button leads to the sign-in, or straight to your week if you are signed in',
    'Neither is on sale',
  ],
  ['/no-such-page', /your week/i, 'You have drifted off the map, but the way home is short.'],
];

const SETTINGS: Row = [
  '/settings',
  /more room|not even we|for good/i,
  'Have a look at the plans. Nothing is charged.',
  'This deletes your account, your profile and every task. There is no undo.',
];

async function check(page: Page, [path, never, ...says]: Row): Promise<void> {
  await page.goto(path);
  const main = page.getByRole('main');
  for (const words of says) await expect(main).toContainText(words);
  if (never) await expect(main).not.toContainText(never);
}

test('what the public pages say is so', async ({ page }) => {
  for (const row of PUBLIC) await test.step(row[0], () => check(page, row));
});

test('what the settings say of an account that goes is so', async ({ member: page }) => {
  await check(page, SETTINGS);
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('task, at once. There is no undo.');
  await expect(dialog).not.toContainText('for good');
});
