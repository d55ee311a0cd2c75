import { appendFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { FAULTS, REMOTE_PAGES, injectFault, type Fault, type RemotePage } from '../bench/faults/faults.ts';
import {
  blankFrames,
  committedTable,
  regionOf,
  seenOn,
  watchBlankFrames,
  type Outcome,
} from '../bench/faults/observe.ts';
import { expect, test, watchRemoteEvents } from '../bench/faults/test.ts';
import { goInside } from '../support/documents.ts';
import { untilHydrated } from '../support/test.ts';

// What a visitor sees when the live version of a remote is broken. `npm run bench -- faults` runs every case and writes the
// table that these tests compare with. Here most faults run once, on one remote, some of them without a previous version.

const results = process.env['FAULT_RESULTS'];

interface Case {
  fault: Fault;
  hasPrevious: boolean;
}

/** What a browser shows without a previous version; in the lab both are run. Which version is tried: versions.test.ts of the shell. */
const WITHOUT_PREVIOUS =
  /^(entry: (404|broken code)|chunk of the page missing|style sheet|made for|the page throws)/;
/** Faults that take the same code path, and show the same, as another. */
const SAME_AS_ANOTHER = /^entry: (500|HTML)/;

/** Every fault in the lab; else each that differs, on one of the remotes in turn. */
const casesOf = (remotePage: RemotePage): Case[] =>
  FAULTS.flatMap((fault, index) => {
    if (results !== undefined) return [true, false].map((hasPrevious) => ({ fault, hasPrevious }));
    const isTurn = REMOTE_PAGES[index % REMOTE_PAGES.length] === remotePage;
    if (!isTurn || SAME_AS_ANOTHER.test(fault.name)) return [];
    return [{ fault, hasPrevious: !WITHOUT_PREVIOUS.test(fault.name) }];
  });

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
async function expectRetryToHelp(
  page: Page,
  { remote, heading }: RemotePage,
  repair: () => Promise<void>,
): Promise<void> {
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
    for (const { fault, hasPrevious } of casesOf(remotePage)) {
      const previous = hasPrevious ? 'yes' : 'no';
      await test.step(`${fault.name}; a version before it: ${previous}`, async () => {
        allowConsole(fault.allowedConsole);
        const page = await newVisitor(isPrivate ? account.session : undefined);
        const events = watchRemoteEvents(page);
        const versions = await injectFault(fault, remotePage, hasPrevious, { store, page });
        await watchBlankFrames(page);
        // From another page without a reload, if its HTML would contain the broken file.
        const isInside = fault.name.startsWith('style sheet') && !isPrivate;
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
        expect(event?.version).toBe(versions.live);
        if (sees === 'the page') expect(region?.version).toBe(versions.previous);
        if (fault.hangs && hasPrevious) expect(event?.milliseconds).toBeLessThan(4_000);

        await expectOtherRemotesToWork(page, remotePage, sees.startsWith('panel'));
        expect(ownEvents()).toHaveLength(1);
        expect(await blankFrames(page)).toBe(0);

        const runs = sees === 'the page' && region !== null ? ` (${region.source})` : '';
        // By the shell's time limit: machines differ, the limit does not.
        const time = (event?.milliseconds ?? Infinity) < 8_000 ? '< 8 s' : '> 8 s';
        const text = `${sees}${runs}; ${event?.outcome}, ${event?.cause}; ${time}`;
        const outcome: Outcome = { fault: fault.name, column: hasPrevious ? 1 : isPrivate ? 3 : 2, text };
        if (results !== undefined) appendFileSync(results, `${JSON.stringify(outcome)}\n`);
        else expect(text).toBe(committedTable().find(([name]) => name === fault.name)?.[outcome.column]);
        if (sees.endsWith('with Retry')) await expectRetryToHelp(page, remotePage, store.repair);
        await page.context().close();
        await store.repair();
      });
    }
  });
}
