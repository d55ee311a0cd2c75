import { createAccount } from '../support/accounts.ts';
import { failureNotice } from '../support/notices.ts';
import { dayCard, today } from '../support/planner.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { expect, test as base, withSite } from '../support/test.ts';

// What a server that is killed amid writes keeps: shared/server/tests/durability.test.ts. Here is what a person sees of it.

/** A site of its own: it will not survive. */
const test = base.extend<{ doomed: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  doomed: [({}, use) => withSite({}, use), { timeout: 120_000 }],
  baseURL: ({ doomed }, use) => use(doomed.origin),
  account: async ({ doomed }, use) => use(await createAccount(doomed)),
});

test('when the server is killed nothing that it had confirmed is lost, and what was typed is added once when it is back', async ({
  member: page,
  doomed,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  const card = dayCard(page, today());
  const field = page.getByPlaceholder('Enter task...');
  await card.getByRole('button', { name: 'Add task' }).click();
  await field.fill('Confirmed');
  await page.keyboard.press('Enter');
  await expect(card.getByText('Confirmed')).toBeVisible();

  await card.getByRole('button', { name: 'Add task' }).click();
  await field.fill('Only once');
  await doomed.kill('SIGKILL');
  await page.keyboard.press('Enter');
  await expect(failureNotice(page, 'Failed to add task. Please try again.')).toBeVisible();
  await expect(field).toHaveValue('Only once');

  // The server that takes over: same data, same address.
  const port = Number(new URL(doomed.origin).port);
  const restarted = await startSite({ dataDir: doomed.dataDir, port });
  try {
    await field.press('Enter');
    await expect(card.getByText('Only once')).toHaveCount(1);
    await page.reload();
    await expect(card.getByText('Only once')).toHaveCount(1);
    await expect(card.getByText('Confirmed')).toHaveCount(1);
  } finally {
    await restarted.kill('SIGTERM');
  }
});
