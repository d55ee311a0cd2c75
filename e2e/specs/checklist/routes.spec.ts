import { restoreSession } from '../../support/accounts.ts';
import { expect, test } from '../../support/test.ts';

// Rule page-owners: the table of pages. Who is sent where is in auth.spec.ts, the words of each page in the
// file of its name.

const OUTSIDE = ['/', '/auth', '/about', '/jobs', '/terms', '/pricing', '/rocket', '/no-such-page'];
const RETRO = ['/retro', '/retro/auth', '/retro/pricing'];

test("every page has a title of its own, one main heading and one main part; outside /retro a button 'Enter retro mode' (tooltip 'Enter retro pixel mode') to /retro", async ({
  page,
  context,
  account,
}) => {
  const button = page.getByRole('link', { name: 'Enter retro mode', exact: true });
  const titles: string[] = [];
  const visit = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.getByRole('main'), path).toHaveCount(1);
    await expect(page).toHaveTitle(/^Better Space — \S/);
    await expect(page).toHaveURL(path);
    titles.push(await page.title());
    if (path.startsWith('/retro')) return expect(button, path).toHaveCount(0);
    await expect(button, path).toBeVisible();
    await expect(button, path).toHaveAccessibleDescription('Enter retro pixel mode');
  };
  for (const path of [...OUTSIDE, ...RETRO]) await visit(path);
  await restoreSession(context, account.session);
  for (const path of ['/retro/dashboard', '/settings', '/dashboard']) await visit(path);
  expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
  await button.click();
  await expect(page).toHaveURL('/retro');
});
