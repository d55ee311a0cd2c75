import { requestPath } from '../support/requestPath.ts';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { openSettings } from '../support/forms.ts';
import { successNotice } from '../support/notices.ts';
import { insertTask } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// See also remotes/settings/src/data/CalendarCard.test.tsx and, for the feed, shared/server/tests/calendar.test.ts.

test('the calendar feed lists the tasks, follows a tick, and stops at its old address when that is renewed', async ({
  member: page,
  account,
  site,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await insertTask(account, 'Water the plants');
  await openSettings(page);
  const card = page.getByRole('region', { name: 'Calendar feed' });
  await card.getByRole('button', { name: 'Create an address' }).click();
  const field = card.getByRole('textbox', { name: 'Address of your calendar' });
  await expect(field).toBeFocused();
  await expectAccessible(page, 'a new address');
  await card.getByRole('button', { name: 'Copy' }).click();
  await expect(successNotice(page, 'Address copied')).toBeVisible();
  const oldAddress = await page.evaluate(() => navigator.clipboard.readText());
  await expect(field).toHaveValue(oldAddress);

  const readCalendar = async (address: string) => {
    const { status, body } = await requestPath(site.origin, new URL(address).pathname);
    return `${status} ${/^SUMMARY:.*/m.exec(body.toString())?.[0] ?? ''}`.trim();
  };
  expect(await readCalendar(oldAddress)).toBe('200 SUMMARY:Water the plants');
  await page.goto('/dashboard');
  const box = page.getByRole('checkbox', { name: 'Water the plants' });
  await box.click();
  await expect(box).toBeChecked();
  expect(await readCalendar(oldAddress)).toBe('200 SUMMARY:✓ Water the plants');

  await openSettings(page);
  await expect(card).toContainText(/An address is in use since \w+ \d+, \d{4}\./);
  await card.getByRole('button', { name: 'Renew' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Renew the address?' });
  await expectAccessible(page, 'the question before a renewal', { views: viewsInTurn(3) });
  await confirmation.getByRole('button', { name: 'Renew' }).click();
  await expect(field).toBeFocused();
  const newAddress = await field.inputValue();
  expect(await readCalendar(newAddress)).toBe('200 SUMMARY:✓ Water the plants');
  expect(await readCalendar(oldAddress)).toBe('404');
});
