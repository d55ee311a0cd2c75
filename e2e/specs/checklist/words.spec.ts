import type { Page } from '@playwright/test';
import { expect, test } from '../../support/test.ts';

// Rule honest-words: no sentence of ours promises what is not so. Each row: a page, what it must not say, what it says
// instead.

interface Row {
  path: string;
  /** About limits, payment, hiring, backups: contradicted by another page, or by what the product does. */
  never: RegExp[];
  says: string[];
}

const PUBLIC: Row[] = [
  {
    path: '/',
    never: [],
    says: ['Goal cards are not saved: they are cleared when you reload the page or sign out.'],
  },
  {
    path: '/about',
    never: [/hiring/i, /we hire/i],
    says: ['applications are not open yet'],
  },
  {
    path: '/jobs',
    never: [/openings?/i],
    says: ['Four roles, all full-time in Singapore. Applications are not open yet.'],
  },
  {
    path: '/pricing',
    never: [/leads to the free sign-up\./, /kept in your account, on every device/],
    says: [
      'Nothing is charged. Whichever plan you choose, its button leads to the free sign-up, or to your week if you are signed in.',
    ],
  },
  {
    path: '/terms',
    never: [/choose and pay/, /paid plan begins/, /contains and costs/],
    says: [
      'Nothing is charged: no plan is sold on this site',
      'A backup made before that may still hold a copy.',
    ],
  },
  {
    path: '/retro/pricing',
    never: [/holds up to 50/, /lifts the limits/, /more than most weeks/, /only leads to the sign-in\./],
    says: [
      'Yes, $0 forever, and without a credit card.',
      'the button leads to the sign-in, or straight to your week if you are signed in',
      'Neither is on sale',
    ],
  },
  {
    path: '/no-such-page',
    never: [/your week/i],
    says: ['You have drifted off the map, but the way home is short.'],
  },
];

const SETTINGS: Row = {
  path: '/settings',
  never: [/more room/i, /not even we/i, /for good/i],
  says: [
    'Have a look at the plans. Nothing is charged.',
    'This deletes your account, your profile and every task. There is no undo.',
  ],
};

async function check(page: Page, { path, never, says }: Row): Promise<void> {
  await page.goto(path);
  const main = page.getByRole('main');
  for (const words of says) await expect(main).toContainText(words);
  for (const words of never) await expect(main).not.toContainText(words);
}

test('what the public pages say is so', async ({ page }) => {
  for (const row of PUBLIC) await test.step(row.path, () => check(page, row));
});

test('what the settings say is so, and the question before an account goes promises nothing about backups', async ({
  signedInPage: page,
}) => {
  await check(page, SETTINGS);
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('task, at once. There is no undo.');
  await expect(dialog).not.toContainText('for good');
});

test('the button of a plan leads a signed-in visitor to the week, as the page says', async ({
  signedInPage: page,
}) => {
  for (const [path, button, week] of [
    ['/pricing', 'Choose Pro', '/dashboard'],
    ['/retro/pricing', 'UPGRADE', '/retro/dashboard'],
  ] as const) {
    await page.goto(path);
    const card = page.getByRole('region', { name: 'Pro', exact: true });
    await card.getByRole('link', { name: button }).click();
    await expect(page).toHaveURL(week);
  }
});
