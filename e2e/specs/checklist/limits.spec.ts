import type { Page } from '@playwright/test';
import { dayAfter, mondayOf, weekdayName } from '../../support/calendar.ts';
import { dayCard, dayCards, openComposer, plantTasks, taskRow } from '../../support/planner.ts';
import { storedSession } from '../../support/storage.ts';
import { today } from '../../support/tasks.ts';
import { expect, test } from '../../support/test.ts';

// The limits of docs/product.md. Those of length are in validation, the plans in marketing, the terms' notice there as
// well, the card's width in dashboard, the age of an account in settings.spec.ts; the starfield has a spec of its own.
// Back-off, key-set cache and realtime are the client library's own and show nowhere on a page.

const monday = mondayOf(today());

const EMOJI = [
  ['Star', '⭐'],
  ['Target', '🎯'],
  ['Briefcase', '💼'],
  ['Weight lifter', '🏋️'],
  ['Email', '📧'],
  ['Phone', '📞'],
  ['Clapper', '🎬'],
  ['Cart', '🛒'],
  ['Coffee', '☕'],
  ['Books', '📚'],
  ['Palette', '🎨'],
  ['Laptop', '💻'],
  ['Chart', '📊'],
  ['Party', '🎉'],
  ['Fire', '🔥'],
  ['Check mark', '✅'],
] as const;

async function expectChoices(page: Page, label: string): Promise<void> {
  const choices = page.getByRole('group', { name: label, exact: true }).getByRole('button');
  await expect(choices).toHaveText(EMOJI.map(([, emoji]) => emoji));
  for (const [index, [name]] of EMOJI.entries()) {
    await expect(choices.nth(index)).toHaveAccessibleName(name);
  }
}

test.describe('9. Business constants and limits', () => {
  test(`16 emoji choices, in the composer and at a task: ${EMOJI.map(([name]) => name).join(', ')}`, async ({
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
    await page.goto('/dashboard');
    const field = await openComposer(page, monday);
    await expectChoices(page, 'Emoji');
    await field.press('Escape');
    await taskRow(page, 'Water the plants').getByRole('button', { name: 'Give emoji' }).click();
    await expectChoices(page, 'Choose an emoji');
  });

  test('week starts Monday, seven days; date format yyyy-MM-dd; move-to-next-day shifts by one day', async ({
    signedInPage: page,
    account,
  }) => {
    const sunday = dayAfter(monday, 6);
    await plantTasks(account, [{ title: 'Water the plants', task_date: sunday }]);
    await page.goto('/dashboard');
    await expect(dayCards(page)).toHaveCount(7);
    expect([weekdayName(monday), weekdayName(sunday)]).toEqual(['Monday', 'Sunday']);
    await expect(dayCards(page).first().getByRole('time')).toHaveAttribute('datetime', monday);
    await expect(dayCards(page).last().getByRole('time')).toHaveAttribute('datetime', sunday);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await taskRow(page, 'Water the plants').getByRole('button', { name: 'Move to next day' }).click();
    expect((await sent).postDataJSON()).toEqual({ task_date: dayAfter(sunday) });
    await expect(dayCard(page, sunday).getByRole('listitem')).toHaveCount(0);
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect(taskRow(page, 'Water the plants')).toBeVisible();
  });

  test('session handling: refresh when 90 s or less remain, and not before; a session in a URL is not taken', async ({
    page,
    account,
  }) => {
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url());
    });
    const { access_token: token, refresh_token: refreshToken } = account.session;
    await page.goto(`/dashboard#access_token=${token}&refresh_token=${refreshToken}&expires_in=3600`);
    await expect(page).toHaveURL('/auth');
    expect(await storedSession(page)).toBeNull();

    const secondsLeft = async (seconds: number) => {
      const expiresAt = Math.floor(Date.now() / 1000) + seconds;
      await page.evaluate(
        (stored) => localStorage.setItem('better-space-session', stored),
        JSON.stringify({ ...account.session, expires_at: expiresAt }),
      );
      await page.goto('/dashboard');
      await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
    };
    await secondsLeft(300);
    expect(refreshes).toHaveLength(0);
    const refreshed = page.waitForResponse(/grant_type=refresh_token/);
    await secondsLeft(60);
    expect((await refreshed).status()).toBe(200);
    expect(refreshes).toHaveLength(1);
  });
});
