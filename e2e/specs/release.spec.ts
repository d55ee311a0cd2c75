import type { Page } from '@playwright/test';
import { createAccount, restoreSession } from '../support/accounts.ts';
import { expect, test } from '../support/ownStore.ts';
import { copySource, newRemote } from '../support/store.ts';
import type { Source } from '../support/store.ts';

// Teams release alone: into a running site, with its own commands, while visitors are on it.

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const version = (page: Page, remote: string) =>
  page.locator(`[data-remote="${remote}"]`).getAttribute('data-version');

/** The files of everybody else: what a release must not touch. */
const others = (hashes: Record<string, string>, remote: string) =>
  Object.fromEntries(Object.entries(hashes).filter(([file]) => !file.startsWith(`/remotes/${remote}/`)));

async function withSource(source: Source, use: (source: Source) => Promise<void>): Promise<void> {
  try {
    await use(source);
  } finally {
    source.discard();
  }
}

test('a changed retro goes live in a running site, the open tab works on, and a rollback brings the old one back within a second', async ({
  store,
  running,
  page,
  context,
}) => {
  await page.goto('/retro');
  await expect(page.getByText('Your week is the game')).toBeVisible();
  const first = await version(page, 'retro');
  const before = store.hashes();

  await withSource(copySource('retro'), async (source) => {
    source.edit('src/landing/RetroLandingPage.tsx', 'Your week is the game', 'Your week, second edition');
    expect(await store.command('release', 'retro', '--from', source.folder)).toContain('retro');
  });
  const after = store.hashes();
  expect(others(after, 'retro')).toEqual(others(before, 'retro'));
  expect(after).toMatchObject({
    ...before,
    '/remotes/retro/pointer.json': after['/remotes/retro/pointer.json'],
  });

  const visitor = await context.newPage();
  await visitor.goto('/retro');
  await expect(visitor.getByText('Your week, second edition')).toBeVisible();
  expect(await version(visitor, 'retro')).not.toBe(first);

  // The tab from before: pages of retro that it has not shown yet, and others.
  await page.getByRole('link', { name: 'PRICING' }).click();
  await expect(page).toHaveURL('/retro/pricing');
  await expect(heading(page)).toBeVisible();
  expect(await version(page, 'retro')).toBe(first);
  await page.goBack();
  await page.getByRole('link', { name: 'NORMAL MODE' }).click();
  await expect(heading(page)).toHaveText('Tap into a Better Space');
  await page.goto('/retro');
  await expect(page.getByText('Your week, second edition')).toBeVisible();

  await store.command('rollback', 'retro');
  const returned = Date.now();
  const html = await (await fetch(`${running.origin}/retro`, { headers: { accept: 'text/html' } })).text();
  expect(Date.now() - returned).toBeLessThan(1_000);
  expect(html).toContain(`"live":{"version":"${first}"`);
  await visitor.reload();
  await expect(visitor.getByText('Your week is the game')).toBeVisible();
  expect(await version(visitor, 'retro')).toBe(first);
});

test('the planner is swapped for another implementation of the same contract, and back', async ({
  store,
  running,
  page,
  context,
}) => {
  const account = await createAccount(running);
  await restoreSession(context, account.session);
  await page.goto('/dashboard');
  await expect(heading(page)).toContainText('your week space looks great!');
  const before = store.hashes();

  await withSource(copySource('planner'), async (source) => {
    source.write('src/routes.tsx', OTHER_ROUTES);
    source.write('src/Agenda.tsx', OTHER_PAGE);
    await store.command('release', 'planner', '--from', source.folder);
  });
  expect(others(store.hashes(), 'planner')).toEqual(others(before, 'planner'));

  await page.reload();
  await expect(heading(page)).toHaveText('Agenda');
  await page.getByRole('textbox', { name: 'What next?' }).fill('Call the dentist');
  await page.getByRole('button', { name: 'Note it' }).click();
  await expect(page.getByRole('listitem')).toHaveText(['Call the dentist']);
  // The rest of the site is the one of before.
  await page.goto('/settings');
  await expect(heading(page)).toHaveText('Settings');

  await store.command('rollback', 'planner');
  await page.goto('/dashboard');
  await expect(heading(page)).toContainText('your week space looks great!');
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

  await withSource(await newRemote('notes'), async (source) => {
    // Two pages more, added in the remote alone.
    source.edit('remote.json', '"pages": [', `"pages": ${ADDED_PAGES}`);
    source.edit('src/routes.tsx', 'routesOf(pages, {', `routesOf(pages, {${ADDED_COMPONENTS}`);
    await store.command('release', 'notes', '--from', source.folder);
  });
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

const ADDED_PAGES = `[
  { "path": "/notes/more", "access": "public", "title": "More notes", "sky": "night" },
  { "path": "/notes/mine", "access": "signed-in", "signIn": "/auth", "title": "My notes" },`;

const ADDED_COMPONENTS = `
  '/notes/more': async () => (await import('./notes/NotesPage.tsx')).NotesPage,
  '/notes/mine': async () => (await import('./notes/NotesPage.tsx')).NotesPage,`;

const OTHER_ROUTES = `import { PATHS } from '@space/domain';
import type { RemoteRoute } from '@space/federation';

export const routes: RemoteRoute[] = [
  {
    path: PATHS.dashboard,
    handle: { title: 'Agenda' },
    lazy: async () => ({ Component: (await import('./Agenda.tsx')).Agenda }),
  },
];
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
