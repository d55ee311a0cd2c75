import { appendFileSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { FAULTS, PAGES, equalVersion, throwingVersion, type RemotePage } from '../bench/faults/faults.ts';
import { expect, regionOf, test, watchRemoteEvents } from '../bench/faults/test.ts';
import { goInside } from '../support/documents.ts';
import { untilHydrated } from '../support/test.ts';

// What a visitor sees when the live version of a remote is broken. `npm run bench -- faults` runs every case and writes the
// table that these tests compare with. Here most faults run once, on one remote, some of them without a previous version.

const results = process.env['FAULT_RESULTS'];
/** The cells of each line of the table, the fault first. */
const TABLE = readFileSync(new URL('../../docs/fault-table.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split(/ *\| */).slice(1, -1));

/** What a browser shows without a previous version; the bench runs both. Which version is tried: versions.test.ts of the shell. */
const WITHOUT_PREVIOUS =
  /^(entry: (404|broken code)|chunk of the page missing|style sheet|made for|the page throws)/;
/** Faults that take the same code path, and show the same, as another. */
const SAME_AS_ANOTHER = /^entry: (500|HTML)/;
const REMOTE_PAGES: readonly RemotePage[] = Object.values(PAGES);

/** In the bench every fault; else each that differs, on one of the remotes in turn. */
const casesOf = (remotePage: RemotePage) =>
  Object.entries(FAULTS).flatMap(([fault, inject], index) => {
    if (results !== undefined) return [true, false].map((hasPrevious) => ({ fault, inject, hasPrevious }));
    const isTurn = REMOTE_PAGES[index % REMOTE_PAGES.length] === remotePage;
    if (!isTurn || SAME_AS_ANOTHER.test(fault)) return [];
    return [{ fault, inject, hasPrevious: !WITHOUT_PREVIOUS.test(fault) }];
  });

/** What faults log. 422: React says that it renders the page anew because it threw while it was hydrated. */
const EXPECTED =
  /Failed to (load|find)|dynamically imported module|Refused to apply style|a fault in this page|React error #422/;

/** Marks each frame in which a page is blank after it has shown something. Call before the page is opened. */
const markBlankFrames = (page: Page) =>
  page.addInitScript(() => {
    let hasStarted = false;
    const check = () => {
      const height = document.querySelector('main')?.getBoundingClientRect().height ?? 0;
      hasStarted ||= height > 0;
      if (hasStarted && height === 0) performance.mark('blank');
      requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });

const NOT_LOADED = 'This page could not be loaded';
const CRASHED = 'Something went wrong on this page';

/** Waits for the heading of a remote's page or of an error panel. Returns which of them is shown, in the words of the table. */
async function seenOn(page: Page, { heading }: RemotePage) {
  const any = new RegExp([heading.source, NOT_LOADED, CRASHED].join('|'));
  const found = page.getByRole('heading', { level: 1, name: any });
  await expect(found).toBeVisible({ timeout: 60_000 });
  const text = (await found.textContent()) ?? '';
  if (text.includes(NOT_LOADED)) return 'panel with Retry';
  if (text.includes(CRASHED)) return 'panel with Reload';
  // A prerendered page whose scripts do not load stays readable.
  const hasRetry = await page.getByRole('button', { name: 'Retry' }).isVisible();
  return hasRetry ? 'its text, with Retry' : 'the page';
}

/** Follows a link of this page to a page of another remote, which must work in the same document. */
async function expectOtherRemotesToWork(page: Page, { remote }: RemotePage, isPanel: boolean): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { isSameDocument: true }));
  if (remote !== 'retro') {
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Your week is the game');
  } else {
    await page.getByRole('link', { name: isPanel ? 'Return to Home' : 'NORMAL MODE' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' })).toBeVisible();
  }
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
}

/** Goes back to the broken page, and presses Retry, which shows it once another version is live. */
async function expectRetryToHelp(page: Page, { remote, heading }: RemotePage, repair: () => Promise<void>) {
  await page.goBack();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await repair();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await retry.click();
  await expect(page.locator(`[data-remote="${remote}"]`)).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(retry).toBeHidden();
}

for (const remotePage of REMOTE_PAGES) {
  const { remote, path, isPrivate } = remotePage;
  test(`error-pages: a broken release of ${remote} shows what docs/fault-table.md says, and the rest of the site works`, async ({
    store,
    account,
    newVisitor,
    allowConsole,
  }) => {
    if (results !== undefined) test.setTimeout(0);
    allowConsole(EXPECTED);
    const sound = store.soundOf(remote);
    for (const { fault, inject, hasPrevious } of casesOf(remotePage))
      await test.step(`${fault}; a version before it: ${hasPrevious}`, async () => {
        const page = await newVisitor(isPrivate ? account.session : undefined);
        const events = watchRemoteEvents(page);
        const make = fault === 'the page throws' ? throwingVersion : equalVersion;
        const version = await make(store, remotePage, 'another release');
        await store.goLive(remote, version, hasPrevious ? sound : undefined);
        await inject({ ...remotePage, store, browserPage: page, version });
        await markBlankFrames(page);
        // From another page without a reload, if its HTML would contain the broken file.
        const isInside = fault.startsWith('style sheet') && !isPrivate;
        // A module that never arrives delays the page's load event.
        await page.goto(isInside ? '/auth' : path, { waitUntil: 'commit' });
        if (isInside) {
          await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
          await goInside(page, path);
        }
        // A public page is readable before its scripts run; these checks are about the version that runs.
        await untilHydrated(page);

        const sees = await seenOn(page, remotePage);
        const region = await regionOf(page, remote);
        const ownEvents = () => events.filter(({ id }) => id === remote);
        await expect.poll(() => ownEvents().length).toBe(1);
        const [event] = ownEvents();
        expect(event?.version).toBe(version);
        if (sees === 'the page') expect(region?.version).toBe(sound);
        if (fault.endsWith('no answer') && hasPrevious) expect(event?.milliseconds).toBeLessThan(4_000);

        await expectOtherRemotesToWork(page, remotePage, sees.startsWith('panel'));
        expect(ownEvents()).toHaveLength(1);
        expect(await page.evaluate(() => performance.getEntriesByName('blank').length)).toBe(0);

        const runs = sees === 'the page' && region !== null ? ` (${region.source})` : '';
        // By the shell's time limit: machines differ, the limit does not.
        const time = (event?.milliseconds ?? Infinity) < 8_000 ? '< 8 s' : '> 8 s';
        const text = `${sees}${runs}; ${event?.outcome}, ${event?.cause}; ${time}`;
        const column = hasPrevious ? 1 : isPrivate ? 3 : 2;
        if (results === undefined) expect(text).toBe(TABLE.find(([name]) => name === fault)?.[column]);
        else appendFileSync(results, `${fault} | ${column} | ${text}\n`);
        if (sees.endsWith('with Retry')) await expectRetryToHelp(page, remotePage, store.repair);
        await page.context().close();
        await store.repair();
      });
  });
}
