import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from '../bench/faults/test.ts';
import { insertTask } from '../support/planner.ts';

// A team releases its own remote: into a running site, with the site's commands, while visitors use it. That it changes nothing
// of others, and no file that an open tab may request: twoTeams.test.ts of shared/release.

/** A whole planner of another team, in a folder of its own. */
const OTHER_PLANNER = fileURLToPath(new URL('../other-planner', import.meta.url));

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('three-users: the small planner of another team takes the place of ours by one release and gives it back by one rollback: the tasks stay, and so does an open tab', async ({
  member: page,
  context,
  request,
  store,
  account,
}) => {
  await page.goto('/dashboard');
  await expect(heading(page)).toContainText('your week space looks great!');
  await insertTask(account, 'Feed the dog');
  await store.command('release', 'planner', '--from', OTHER_PLANNER);

  const newTab = await context.newPage();
  await newTab.goto('/dashboard');
  await expect(heading(newTab)).toHaveText('Agenda');
  await newTab.getByRole('textbox', { name: 'What next?' }).fill('Call the dentist');
  await newTab.getByRole('button', { name: 'Note it' }).click();
  await expect(newTab.getByRole('listitem')).toHaveText(['Feed the dog', 'Call the dentist']);

  // The tab that was opened before keeps its planner, also across pages, until it is reloaded.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(heading(page)).toHaveText('Tap into a Better Space');
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: 'Call the dentist' })).toBeVisible();
  await page.reload();
  await expect(heading(page)).toHaveText('Agenda');

  await store.command('rollback', 'planner');
  const rolledBackAt = Date.now();
  const html = await (await request.get('/dashboard', { headers: { accept: 'text/html' } })).text();
  expect(Date.now() - rolledBackAt).toBeLessThan(1_000);
  expect(html).toContain(`"live":{"version":"${store.soundOf('planner')}"`);
  await page.reload();
  for (const name of ['Feed the dog', 'Call the dentist'])
    await expect(page.getByRole('checkbox', { name })).toBeVisible();
});
