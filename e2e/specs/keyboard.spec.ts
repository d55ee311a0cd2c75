import { tabTo } from '../support/focus.ts';
import { expect, test } from '../support/test.ts';

// A week by keyboard alone: twoWeeks.spec.ts. Every key: keyboard.test.tsx of the planner; where the focus goes when a row
// leaves: TaskRow.test.tsx.

test('any-device: by keyboard the skip link leads past the header, and a new page has the focus on its heading', async ({
  member: page,
}) => {
  const expectArrival = async (title: string, words: string) => {
    await expect(page).toHaveTitle(`Better Space — ${title}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(words);
    await expect(heading).toBeFocused();
  };
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/dashboard');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Previous week' })).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'Account' }), 'Shift+Tab');
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter');
  await expectArrival('Settings', 'Settings');
  await tabTo(page.getByRole('link', { name: 'Back to Dashboard' }));
  await page.keyboard.press('Enter');
  await expectArrival('Dashboard', 'Hi there, your week space looks great!');
  await tabTo(page.getByRole('link', { name: 'Home', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectArrival('The simplest way to organize your week', 'Tap into a Better Space');
  await page.goBack();
  await expectArrival('Dashboard', 'Hi there, your week space looks great!');
});
