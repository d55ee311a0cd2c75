import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { ROOT } from '@space/release';
import { createAccount, restoreSession } from '../support/accounts.ts';
import type { Site } from '../support/site.ts';
import { copySource, copyStore, newRemote, type Source, type Store } from '../support/store.ts';
import { expect, test as base, withSite } from '../support/test.ts';

// Teams release alone: into a running site, with its own commands, while visitors are on it.

/** `test` on a site of its own, running on a store of its own that a team can release into. */
const test = base.extend<{ store: Store; running: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  store: async ({}, provide) => {
    const store = copyStore();
    await provide(store);
    store.discard();
  },
  running: ({ store }, provide) => withSite({ siteDir: store.folder }, provide),
  baseURL: ({ running }, provide) => provide(running.origin),
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The files of everybody else: what a release must not touch. */
const others = (hashes: Record<string, string>, remote: string) =>
  Object.fromEntries(Object.entries(hashes).filter(([file]) => !file.startsWith(`/remotes/${remote}/`)));

/** Releases a source as its team does. */
async function release(store: Store, remote: string, source: Source): Promise<void> {
  try {
    await store.command('release', remote, '--from', source.folder);
  } finally {
    source.discard();
  }
}

test('the planner is swapped for another implementation of the same contract in a running site, the open tab works on, and a rollback brings the old one back within a second', async ({
  store,
  running,
  page,
  context,
}) => {
  const account = await createAccount(running);
  await restoreSession(context, account.session);
  await page.goto('/dashboard');
  await expect(heading(page)).toContainText('your week space looks great!');
  const first = await page.locator('[data-remote="planner"]').getAttribute('data-version');
  const before = store.hashes();

  const source = copySource('planner');
  source.write('src/routes.tsx', OTHER_ROUTES);
  source.write('src/Agenda.tsx', OTHER_PAGE);
  await release(store, 'planner', source);
  const after = store.hashes();
  const pointer = '/remotes/planner/pointer.json';
  expect(others(after, 'planner')).toEqual(others(before, 'planner'));
  expect(after).toMatchObject({ ...before, [pointer]: after[pointer] });

  const newTab = await context.newPage();
  await newTab.goto('/dashboard');
  await expect(heading(newTab)).toHaveText('Agenda');
  await newTab.getByRole('textbox', { name: 'What next?' }).fill('Call the dentist');
  await newTab.getByRole('button', { name: 'Note it' }).click();
  await expect(newTab.getByRole('listitem')).toHaveText(['Call the dentist']);

  // The tab from before goes on with its planner, and to other pages, until it is opened anew.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(heading(page)).toHaveText('Tap into a Better Space');
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: 'Call the dentist' })).toBeVisible();
  await page.reload();
  await expect(heading(page)).toHaveText('Agenda');

  await store.command('rollback', 'planner');
  const returned = Date.now();
  const answer = await fetch(`${running.origin}/dashboard`, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  expect(Date.now() - returned).toBeLessThan(1_000);
  expect(html).toContain(`"live":{"version":"${first}"`);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Call the dentist' })).toBeVisible();
});

test('a fifth remote, made by the generator, appears under its path in the running site', async ({
  store,
  page,
  context,
}) => {
  await page.goto('/notes');
  await expect(heading(page)).toHaveText('Oops! Page not found');
  const before = store.hashes();

  const source = await newRemote('notes');
  // Two pages more, added in the remote alone.
  source.edit('remote.json', '"pages": [', `"pages": ${ADDED_PAGES}`);
  source.edit('src/routes.tsx', 'export const pages = {', `export const pages = {${ADDED_COMPONENTS}`);
  await release(store, 'notes', source);
  const after = store.hashes();
  expect(after).toMatchObject(before);
  expect(Object.keys(others(after, 'notes'))).toEqual(Object.keys(before));

  const visitor = await context.newPage();
  await visitor.goto('/notes');
  await expect(heading(visitor)).toHaveText('Notes');
  await expect(visitor).toHaveTitle('Better Space — Notes');
  await expect(visitor.locator('[data-remote="notes"]')).toHaveCount(1);
  await visitor.goto('/notes/more');
  await expect(visitor).toHaveTitle('Better Space — More notes');
  await expect(visitor.locator('html')).toHaveAttribute('data-sky', 'night');
  const html = await (await visitor.request.get('/notes/more')).text();
  expect(html).toContain('data-sky="night"');
  expect(html).toContain('<title>Better Space — More notes</title>');
  expect(html).toMatch(/<h1[^>]*>Notes<\/h1>/);
  const sitemap = await (await visitor.request.get('/sitemap.xml')).text();
  expect(sitemap).toContain('/notes/more<');
  expect(sitemap).not.toContain('/notes/mine');
  await visitor.goto('/notes/mine');
  await expect(visitor).toHaveURL('/auth');
  // The tab from before knows nothing of it, until it is opened anew.
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(heading(page)).toHaveText('Tap into a Better Space');
  await page.goto('/notes');
  await expect(heading(page)).toHaveText('Notes');
});

test('npm start releases the remote that a store never had, and moves nothing else', async ({ store }) => {
  const before = store.hashes();
  rmSync(join(store.folder, 'remotes/settings'), { recursive: true });
  const main = join(ROOT, 'shared/release/src/firstRelease.ts');
  const options = { env: { ...process.env, SITE_DIR: store.folder }, encoding: 'utf8' } as const;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [main], options);
  expect(stdout).toMatch(/^Released for the first time: settings \d/);
  expect(stderr, 'a log has a line where a terminal has a bar').toMatch(/^building settings: done in /m);
  expect(others(store.hashes(), 'settings')).toEqual(others(before, 'settings'));
});

const ADDED_PAGES = `[
  { "path": "/notes/more", "access": "public", "title": "More notes", "sky": "night" },
  { "path": "/notes/mine", "access": "signed-in", "signIn": "/auth", "title": "My notes" },`;

const ADDED_COMPONENTS = `
  '/notes/more': async () => (await import('./notes/NotesPage.tsx')).NotesPage,
  '/notes/mine': async () => (await import('./notes/NotesPage.tsx')).NotesPage,`;

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
