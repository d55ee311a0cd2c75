import type { Page } from '@playwright/test';
import { createAccount, restoreSession } from '../support/accounts.ts';
import { startSiteOn, type Site } from '../support/site.ts';
import { copySource, copyStore, othersOf, type Store } from '../support/store.ts';
import { expect, test as base } from '../support/test.ts';

// A team releases its own remote: into a running site, with the site's commands, while visitors use it.

/** `test` on its own site, which serves its own store that a team can release into. */
const test = base.extend<{ store: Store; running: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  store: async ({}, provide) => {
    await provide(copyStore());
  },
  running: async ({ store }, provide) => {
    const site = await startSiteOn(store);
    await provide(site);
    await site.discard();
  },
  baseURL: ({ running }, provide) => provide(running.origin),
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the planner is replaced in a running site, an open tab keeps working, and a rollback takes effect within a second', async ({
  store,
  running,
  page,
  context,
}) => {
  const account = await createAccount(running);
  await restoreSession(context, account.session);
  await page.goto('/dashboard');
  await expect(heading(page)).toContainText('your week space looks great!');
  const originalVersion = await page.locator('[data-remote="planner"]').getAttribute('data-version');
  const before = store.hashes();

  const source = copySource('planner');
  source.write('src/routes.tsx', OTHER_ROUTES);
  source.write('src/Agenda.tsx', OTHER_PAGE);
  await store.typed('release', 'planner', '--from', source.folder).finally(() => source.discard());
  const after = store.hashes();
  const pointer = '/remotes/planner/pointer.json';
  expect(othersOf(after, 'planner')).toEqual(othersOf(before, 'planner'));
  expect(after).toMatchObject({ ...before, [pointer]: after[pointer] });

  const newTab = await context.newPage();
  await newTab.goto('/dashboard');
  await expect(heading(newTab)).toHaveText('Agenda');
  await newTab.getByRole('textbox', { name: 'What next?' }).fill('Call the dentist');
  await newTab.getByRole('button', { name: 'Note it' }).click();
  await expect(newTab.getByRole('listitem')).toHaveText(['Call the dentist']);

  // The tab that was opened before keeps its planner, also across pages, until it is reloaded.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(heading(page)).toHaveText('Tap into a Better Space');
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: 'Call the dentist' })).toBeVisible();
  await page.reload();
  await expect(heading(page)).toHaveText('Agenda');

  await store.typed('rollback', 'planner');
  const rolledBackAt = Date.now();
  const response = await fetch(`${running.origin}/dashboard`, { headers: { accept: 'text/html' } });
  const html = await response.text();
  expect(Date.now() - rolledBackAt).toBeLessThan(1_000);
  expect(html).toContain(`"live":{"version":"${originalVersion}"`);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Call the dentist' })).toBeVisible();
});

const OTHER_ROUTES = `export const pages = {
  '/dashboard': async () => (await import('./Agenda.tsx')).Agenda,
};
`;

const OTHER_PAGE = `import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import type { Task } from '@space/domain';
import { tasks, useSession, useToday } from '@space/platform';

export function Agenda() {
  const today = useToday();
  const user = useSession((state) => state.user);
  const [list, setList] = useState<Task[]>([]);
  useEffect(() => {
    void tasks.listBetween(today, today).then(setList);
  }, [today]);

  async function note(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title'));
    if (!user) return;
    const task = { id: crypto.randomUUID(), title, emoji: null, task_date: today, user_id: user.id };
    setList([...list, await tasks.add(task)]);
  }

  return (
    <main id="main">
      <h1>Agenda</h1>
      <ul>{list.map(({ id, title }) => <li key={id}>{title}</li>)}</ul>
      <form onSubmit={(event) => void note(event)}>
        <label>What next? <input name="title" /></label>
        <button>Note it</button>
      </form>
    </main>
  );
}
`;
