import type { Page } from '@playwright/test';
import { expect, setFaultStage, test as base, type FaultStage } from '../lab/faults/test.ts';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { dayAfter, dayHeading } from '../support/calendar.ts';
import { settle, shiftsOf, watchRequests, watchShifts } from '../support/layoutShifts.ts';
import { hold, watchPaths } from '../support/network.ts';
import { addTask, dayCard, monday, insertTasks, sampleWeekFrom, taskRow } from '../support/planner.ts';
import { newRemote } from '../support/store.ts';
import { STARTS } from '../support/test.ts';
import { releaseTwin } from '../support/twin.ts';

// What other teams show below the week: a generated remote and its copy fill the slot, and the tests break one of them in
// every way.

async function setStage(): Promise<FaultStage> {
  return setFaultStage(async ({ folder, command }) => {
    const source = await newRemote('notes', 'planner.aside');
    const args = ['--from', source.folder, '--json'];
    await command('release', 'notes', ...args).finally(() => source.discard());
    await releaseTwin(folder, ['notes', 'ideas'], (text) =>
      text.replaceAll('notes', 'ideas').replaceAll('Notes', 'Ideas'),
    );
  });
}

/** `test` on a site with the generated remote `notes` and its copy `ideas`: both fill the slot of the dashboard. */
const test = base.extend<{ stage: FaultStage }>({
  stage: [async ({ resources }, provide) => provide(await resources.ownedBySpec(setStage)), STARTS],
});

// The tests share one store: to build its remotes takes longer than a test.
test.describe.configure({ mode: 'default' });

const ENTRY = /remoteEntry\.js$/;
const CHUNK = /NotesAside-[^/]+\.js$/;
const THROWN = 'a fault in what fills a slot';
const EXPECTED_CONSOLE =
  /Failed to load resource|uncaught: .*dynamically imported module|Failed to load module script|a fault in what fills a slot/;
const NO_ANSWER = 'No answer from notes';
/** Requests for slots: the shell's code for them, and the files of the remotes that fill them. */
const SLOT_REQUESTS = /SlotRegions|\/remotes\/(notes|ideas)\//;

const slot = (page: Page) => page.getByRole('region', { name: 'Notes', exact: true });
/** The content of the other team, `ideas`. */
const otherContent = (page: Page) => page.getByRole('region', { name: 'Ideas', exact: true });
const content = (page: Page) => slot(page).getByRole('heading', { level: 2, name: 'Notes' });
const retry = (page: Page) => slot(page).getByRole('button', { name: 'Retry' });
const dayButton = (page: Page, name: string) => slot(page).getByRole('button', { name });
const dayTitle = (page: Page, day: string) => dayCard(page, day).getByRole('heading', { level: 3 });

/** Checks that the page around the slot is shown and works. */
async function expectPageWorks(page: Page, title: string): Promise<void> {
  await addTask(page, monday, title);
  await expect(taskRow(page, title)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('your week space looks great!');
  await expect(page.getByRole('heading', { name: 'Goals & Priorities' })).toBeVisible();
}

/** Returns outcome, cause and slot of each event about `notes`. */
const reportedOutcomes = (events: readonly object[]) =>
  events
    .map((event) => ({ id: '', outcome: '', cause: '', slot: '', ...event }))
    .filter(({ id }) => id === 'notes')
    .map(({ outcome, cause, slot: where }) => `${outcome}, ${cause}, ${where}`);

const regionIn = (page: Page) => page.locator('[data-slot="planner.aside"][data-remote="notes"]');

/** Makes a version of `notes` live that throws. With `hasPrevious` a working version was live before. */
async function releaseFault(store: FaultStage['store'], hasPrevious: boolean): Promise<string> {
  const version = await store.addVersion(
    'notes',
    CHUNK,
    () => `export function NotesAside() { throw new Error('${THROWN}'); }`,
  );
  await store.goLive('notes', version, hasPrevious ? store.soundOf('notes') : undefined);
  return version;
}

test('two teams fill the slot below the week: each gets the shown days, and can open a day', async ({
  member: page,
  account,
  store,
  events,
}) => {
  await insertTasks(account, sampleWeekFrom(monday));
  await page.goto('/dashboard');
  await expect(content(page)).toBeVisible();
  await expect(regionIn(page)).toHaveAttribute('data-version', store.soundOf('notes'));
  await expect.poll(() => reportedOutcomes(events)).toEqual(['loaded, none, planner.aside']);
  const both = page.getByRole('region', { name: /^(Notes|Ideas)$/ });
  await expect(both.getByRole('heading', { level: 2 })).toHaveText(['Notes', 'Ideas']);

  await dayButton(page, 'Wednesday').press('Enter');
  await expect(dayTitle(page, dayAfter(monday, 2))).toBeFocused();
  await otherContent(page).getByRole('button', { name: 'Thursday' }).press('Enter');
  await expect(dayTitle(page, dayAfter(monday, 3))).toBeFocused();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('heading', { level: 3, name: dayHeading(dayAfter(monday, 7)) })).toBeVisible();
  await dayButton(page, 'Friday').press('Enter');
  await expect(dayTitle(page, dayAfter(monday, 11))).toBeFocused();

  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(content(page)).toBeVisible();
  expect(reportedOutcomes(events), 'it was loaded once').toHaveLength(1);

  await page.goto('/notes');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notes');
  await expect(page).toHaveTitle('Better Space — Notes');
  await page.goBack();
  await expect(content(page)).toBeVisible();

  await page.keyboard.press('Alt+Shift+KeyI');
  const entry = page
    .getByRole('dialog', { name: 'Who owns this page' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'notes in planner.aside live' }) });
  await expect(entry).toContainText(store.soundOf('notes'));
  await expect(entry).toContainText(/Loaded in\s*\d+ ms/);
});

test('the content of a slot shifts nothing when it arrives, is accessible, and is not printed', async ({
  member: page,
  account,
}) => {
  await insertTasks(account, sampleWeekFrom(monday));
  const { pending } = watchRequests(page);
  await watchShifts(page);
  const resume = await hold(page, { address: '**/NotesAside-*.js' });
  await page.goto('/dashboard');
  await expect(page.getByText('Look back at the week')).toBeVisible();
  // Everything except the slot's chunk has arrived, so the rest of the page causes no more shifts.
  await expect.poll(() => [...pending].every((request) => CHUNK.test(request.url()))).toBe(true);
  await expect(slot(page)).toHaveCount(0);
  const before = await shiftsOf(page);
  resume();
  await expect(content(page)).toBeVisible();
  await settle(page, pending);
  expect(await shiftsOf(page)).toEqual(before);
  // Its own styles apply, and their hash was checked.
  const sheets = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href*="/remotes/notes/"]')].map(
      ({ media, integrity }) => [media, integrity.slice(0, 7)],
    ),
  );
  expect(sheets).toEqual([['all', 'sha256-']]);
  await expectAccessible(page, 'a filled slot', { views: viewsInTurn(2) });
  await page.emulateMedia({ media: 'print' });
  await expect(content(page)).toBeHidden();
});

test('if no version of the content runs, the page still works, the slot says so, and Retry loads it', async ({
  member: page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(EXPECTED_CONSOLE);
  store.breakFile('notes', store.soundOf('notes'), ENTRY, null);
  await page.goto('/dashboard');
  await expect(slot(page).getByText(NO_ANSWER)).toBeVisible();
  await expect(otherContent(page).getByRole('button', { name: 'Thursday' })).toBeVisible();
  await expectPageWorks(page, 'Water the plants');
  await expect.poll(() => reportedOutcomes(events)).toEqual(['failed, network, planner.aside']);
  await expectAccessible(page, 'a slot that failed', { views: viewsInTurn(1) });
  await retry(page).press('Enter');
  await expect.poll(() => reportedOutcomes(events)).toHaveLength(2);
  await expect(retry(page)).toBeFocused();

  await store.repair();
  await retry(page).press('Enter');
  await expect(content(page)).toBeVisible();
  await expect(slot(page), 'what had the focus is gone').toBeFocused();
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
});

test('if only a new document can load the content, the slot offers a reload instead of reloading the page itself', async ({
  member: page,
  store,
  allowConsole,
}) => {
  allowConsole(EXPECTED_CONSOLE);
  // The browser caches the failure of a module for the lifetime of the document.
  store.breakFile('notes', store.soundOf('notes'), CHUNK, null);
  await page.goto('/dashboard');
  await expect(slot(page).getByText(NO_ANSWER)).toBeVisible();
  await store.repair();
  const paths = watchPaths(page);
  await retry(page).click();
  await expect(slot(page)).toContainText('Reload the page to see notes');
  expect(paths).not.toContain('/dashboard');
  await slot(page).getByRole('button', { name: 'Reload' }).click();
  await expect(content(page)).toBeVisible();
});

for (const [what, cause] of [
  ['does not load', 'network'],
  ['throws', 'render'],
] as const) {
  test(`the previous version replaces one that ${what}`, async ({
    member: page,
    store,
    events,
    allowConsole,
  }) => {
    allowConsole(EXPECTED_CONSOLE);
    const fault = await releaseFault(store, true);
    if (cause === 'network') store.breakFile('notes', fault, ENTRY, null);
    await page.goto('/dashboard');
    await expect(content(page)).toBeVisible();
    await expect(regionIn(page)).toHaveAttribute('data-version', store.soundOf('notes'));
    await expect(regionIn(page)).toHaveAttribute('data-source', 'previous');
    await expect.poll(() => reportedOutcomes(events)).toEqual([`fell-back, ${cause}, planner.aside`]);
    await expectPageWorks(page, 'Water the plants');
    expect(events.filter(({ id, outcome }) => id === 'planner' && outcome !== 'loaded')).toEqual([]);
  });
}

test('content that throws while it is used, with no previous version, leaves the page intact', async ({
  member: page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(EXPECTED_CONSOLE);
  const version = await store.addVersion('notes', CHUNK, (text) =>
    text.replace(
      /export\{(\w+) as NotesAside\};?/,
      `export function NotesAside(data) {
         if (globalThis.mustThrow) throw new Error('${THROWN}');
         return $1(data);
       }`,
    ),
  );
  await store.goLive('notes', version);
  await page.goto('/dashboard');
  await expect(content(page)).toBeVisible();
  await dayCard(page, monday).getByRole('button', { name: 'Add task' }).click();
  await page.keyboard.insertText('Half a sentence');
  await page.evaluate(() => Object.assign(globalThis, { mustThrow: true }));
  await page.getByRole('button', { name: 'Next day' }).dispatchEvent('click');
  await expect(slot(page).getByText(NO_ANSWER)).toBeVisible();
  await expect(otherContent(page).getByRole('button', { name: 'Thursday' })).toBeVisible();
  await expect
    .poll(() => reportedOutcomes(events))
    .toEqual(['loaded, none, planner.aside', 'failed, render, planner.aside']);
  await page.evaluate(() => Object.assign(globalThis, { mustThrow: false }));
  await retry(page).click();
  await expect(content(page)).toBeVisible();
});

test('if one remote is switched off the other stays; if both are, the slot is empty and nothing is requested', async ({
  member: page,
  store,
  events,
}) => {
  const since = '2026-01-02T03:04:05.000Z';
  const switchOff = (name: string) =>
    store.setPointer(name, () => ({ disabled: { reason: 'Moving house.', since } }));
  await switchOff('notes');
  await page.goto('/dashboard');
  await expect(otherContent(page)).toBeVisible();
  await expect(slot(page)).toHaveCount(0);
  await switchOff('ideas');
  const paths = watchPaths(page);
  const { pending } = watchRequests(page);
  await page.goto('/dashboard');
  await expectPageWorks(page, 'Water the plants');
  await settle(page, pending);
  await expect(page.locator('[data-slot]')).toHaveCount(0);
  expect(paths.filter((path) => SLOT_REQUESTS.test(path))).toEqual([]);
  expect(reportedOutcomes(events)).toEqual([]);
});
