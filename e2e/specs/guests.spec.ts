import type { Page } from '@playwright/test';
import { expect, setFaultStage, test as base, type FaultStage } from '../bench/faults/test.ts';
import { newRemote } from '../support/store.ts';
import { STARTS } from '../support/test.ts';

// Pages of another team that do what the rules for them advise against (docs/own-a-remote.md).

const DECLARATION = {
  name: 'notes',
  title: 'the notes',
  port: 5190,
  pages: [
    { path: '/notes', access: 'public', title: 'Notes', description: 'A page with a draft and more.' },
    { path: '/untidy', access: 'public', title: 'Untidy', description: 'A page that leaves things.' },
  ],
  budget: { gzip: 60_000 },
};

const FILES = {
  'remote.json': JSON.stringify(DECLARATION),
  'src/routes.tsx': `export const pages = {
  '/notes': async () => (await import('./NotesPage.tsx')).NotesPage,
  '/untidy': async () => (await import('./UntidyPage.tsx')).UntidyPage,
};
`,
  'src/NotesPage.tsx': `import { Suspense, lazy, useState } from 'react';
import { Link } from '@space/platform';

const Advice = lazy(() => import('./Advice.tsx'));

export function NotesPage() {
  const [draft, setDraft] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  return (
    <main id="main">
      <h1>Notes</h1>
      <label>
        Draft
        <input value={draft} onChange={({ target }) => setDraft(target.value)} />
      </label>
      <button type="button" onClick={() => setIsAsked(true)}>Advice</button>
      <Link to="/untidy">Untidy</Link>
      {isAsked && <Suspense fallback={null}><Advice /></Suspense>}
    </main>
  );
}
`,
  'src/Advice.tsx': `export default function Advice() {
  return <p>Write less.</p>;
}
`,
  'src/UntidyPage.tsx': `import { useEffect } from 'react';
import { Link } from '@space/platform';

export function UntidyPage() {
  useEffect(() => {
    const { title } = document;
    document.title = 'Untidy!';
    document.body.style.overflow = 'hidden';
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.title = title;
    };
  }, []);
  return (
    <main id="main">
      <h1>Untidy</h1>
      <Link to="/notes">Notes</Link>
    </main>
  );
}
`,
};

const setStage = () =>
  setFaultStage(async ({ command }) => {
    const source = await newRemote('notes');
    for (const [file, text] of Object.entries(FILES)) source.write(file, text);
    await command('release', 'notes', '--from', source.folder).finally(() => source.discard());
  });

const test = base.extend<{ stage: FaultStage }>({
  stage: [async ({ resources }, use) => use(await resources.ownedBySpec(setStage)), STARTS],
});
test.describe.configure({ mode: 'default' });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const draft = (page: Page) => page.getByRole('textbox', { name: 'Draft' });
const advice = (page: Page) => page.getByText('Write less.');
const ofNotes = (events: readonly { id: string; outcome: string; cause: string }[]) =>
  events.filter(({ id }) => id === 'notes').map(({ outcome, cause }) => `${outcome}, ${cause}`);

test('a chunk that is missing is a network failure, leaves the page and its draft, and Retry asks again', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/notes');
  await draft(page).fill('milk');
  store.breakFile('notes', store.soundOf('notes'), /Advice-/, null);
  await page.getByRole('button', { name: 'Advice' }).click();
  const line = page.getByRole('complementary', { name: 'Page load' }).filter({ hasText: 'the notes' });
  await expect(line).toContainText('No answer from the notes');
  await expect(draft(page)).toHaveValue('milk');
  await expect.poll(() => ofNotes(events)).toEqual(['loaded, none', 'failed, network']);
  await line.getByRole('button', { name: 'Retry' }).click();
  await expect(line.getByRole('button', { name: 'Retry' })).toBeEnabled();

  await store.repair();
  await line.getByRole('button', { name: 'Retry' }).click();
  await expect(advice(page)).toBeVisible();
  await expect(line).toBeHidden();
  await expect(draft(page)).toHaveValue('milk');
  expect(ofNotes(events)).toEqual(['loaded, none', 'failed, network']);
});

test('a page leaves neither its title nor a scroll lock to the next one', async ({ page }) => {
  await page.goto('/notes');
  await page.getByRole('link', { name: 'Untidy' }).click();
  await expect(heading(page, 'Untidy')).toBeVisible();
  await expect(page).toHaveTitle('Untidy!');
  await page.getByRole('link', { name: 'Notes' }).click();
  await expect(heading(page, 'Notes')).toBeVisible();
  await expect(page).toHaveTitle('Better Space — Notes');
  await expect(page.locator('html')).toHaveCSS('overflow', 'visible');
  await expect(page.locator('body')).toHaveCSS('overflow', 'visible');
});
