import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { FAULTS, REMOTE_PAGES, bringAbout, type Fault, type RemotePage } from '../lab/faults/faults.ts';
import { blankFrames, regionOf, seenOn, timeClass, watchBlankFrames } from '../lab/faults/observe.ts';
import { cellsOf, committedRow, type Row } from '../lab/faults/table.ts';
import { expect, test } from '../lab/faults/test.ts';
import { restoreSession } from '../support/accounts.ts';
import { goInside } from '../support/documents.ts';
import { untilHydrated } from '../support/test.ts';

// What a visitor sees when the live version of a remote is broken. `npm run lab -- faults` runs every case and writes the
// table that this compares with; here most faults meet one remote with a version before it, and some another one without.

const results = process.env['FAULT_RESULTS'];

interface Case {
  fault: Fault;
  where: RemotePage;
  hasPrevious: boolean;
}

/** Without a version before it these end alike: remotes.spec.ts shows the panel and its Retry. */
const ALIKE = /^(entry|chunk of the page|made for|needs a share)/;

/** What takes the same way through the code as the fault beside it, and looks the same. */
const LIKE_ANOTHER: ReadonlySet<string> = new Set([
  'entry: 500', // as 404: the import fails
  'entry: HTML', // as broken code: not what its hash says
]);

/** Every fault with every remote, or, in turn, with one remote for each of the situations that differ. */
const cases: readonly Case[] = FAULTS.flatMap((fault, index) =>
  [true, false]
    .filter(
      (hasPrevious) =>
        results !== undefined || (!LIKE_ANOTHER.has(fault.name) && (hasPrevious || !ALIKE.test(fault.name))),
    )
    .flatMap((hasPrevious) =>
      REMOTE_PAGES.filter(
        (_, place) =>
          results !== undefined || place === (index + (hasPrevious ? 0 : 1)) % REMOTE_PAGES.length,
      ).map((where) => ({ fault, where, hasPrevious })),
    ),
);

/** A page of another remote, reached by a link of this page. */
async function expectTheRestToLive(page: Page, { remote }: RemotePage, isPanel: boolean): Promise<void> {
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

/**
 * Opens the page at its address; or, where its HTML would bring along what is broken, inside a document of another page.
 */
async function open(page: Page, path: string, isInside: boolean): Promise<void> {
  // A module that never arrives holds the page's load event.
  await page.goto(isInside ? '/auth' : path, { waitUntil: 'commit' });
  if (!isInside) return;
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  await goInside(page, path);
}

for (const { fault, where, hasPrevious } of cases) {
  const { remote, path, isPrivate } = where;
  const previous = hasPrevious ? 'yes' : 'no';
  test(`${fault.name}, ${remote}, ${hasPrevious ? 'a version before it' : 'no version before it'}`, async ({
    page,
    context,
    store,
    account,
    events,
    allowConsole,
  }) => {
    allowConsole(fault.says);
    const versions = await bringAbout(fault, where, hasPrevious, { store, page });
    if (isPrivate) await restoreSession(context, account.session);
    await watchBlankFrames(page);
    await open(page, path, fault.name.startsWith('style sheet') && !isPrivate);
    // A public page can be read from the first moment on: what follows is about what runs.
    await untilHydrated(page);

    const sees = await seenOn(page, where);
    const region = await regionOf(page, remote);
    const own = () => events.filter(({ id }) => id === remote);
    await expect.poll(() => own().length).toBe(1);
    const [event] = own();
    expect(event?.version).toBe(versions.live);
    if (sees === 'the page') expect(region?.version).toBe(versions.previous);
    if (fault.hangs && hasPrevious) expect(event?.milliseconds).toBeLessThan(4_000);

    await expectTheRestToLive(page, where, sees !== 'the page');
    expect(own()).toHaveLength(1);
    expect(await blankFrames(page)).toBe(0);

    const row: Row = {
      remote,
      fault: fault.name,
      previous,
      sees,
      runs: sees === 'the page' && region !== null ? (region.source as Row['runs']) : '–',
      event: `${event?.outcome}, ${event?.cause}`,
      time: timeClass(event?.milliseconds ?? Number.NaN),
    };
    if (results === undefined) expect(cellsOf(row)).toEqual(committedRow(row));
    else
      writeFileSync(
        join(results, `${fault.name}-${remote}-${previous}.json`.replaceAll(/[ :]+/g, '-')),
        JSON.stringify(row),
      );
  });
}
