import type { Page } from '@playwright/test';
import { regionOf } from '../lab/faults/observe.ts';
import { expect, setFaultStage, test as base, type FaultStage } from '../lab/faults/test.ts';
import { STOCK_NAMES, buildStock, presetSource } from '../stock/stock.ts';
import { STARTS } from '../support/test.ts';

// Remotes built by Vite, Rspack, webpack and our own preset in one site; with EVERY_TOOL=on also one built by Rsbuild.

const isEvery = process.env['EVERY_TOOL'] === 'on';
const NAMES = [...STOCK_NAMES.filter((name) => isEvery || name !== 'by-rsbuild'), 'by-preset'] as const;
const TOOL = {
  'by-rsbuild': 'Rsbuild',
  'by-vite': 'Vite',
  'by-rspack': 'Rspack',
  'by-webpack': 'webpack',
  'by-preset': 'preset',
};

async function setStage(): Promise<FaultStage> {
  return setFaultStage(async ({ command }) => {
    const sources = await Promise.all(
      NAMES.map((name) => (name === 'by-preset' ? presetSource() : buildStock(name))),
    );
    for (const [place, { args, discard }] of sources.entries()) {
      await command('release', NAMES[place] ?? '', ...args, '--json');
      await discard();
    }
  });
}

const test = base.extend<{ stage: FaultStage }>({
  stage: [async ({ resources }, provide) => provide(await resources.ownedBySpec(setStage)), STARTS],
});
test.describe.configure({ mode: 'default' });

const ENTRY = /remoteEntry\.js$/;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('remotes built by all tools run in one document, with one React and one session', async ({
  member: page,
  account,
}) => {
  await page.goto(`/${NAMES[0]}`);
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  for (const name of NAMES) {
    await expect(page).toHaveURL(`/${name}`);
    await expect(page).toHaveTitle(`Better Space — By ${TOOL[name]}`);
    await expect(heading(page, `By ${TOOL[name]}`)).toBeVisible();
    await expect(page.getByText(`Signed in as ${account.email}`)).toBeVisible();
    await expect(page.getByRole('main')).toHaveCSS('display', 'grid');
    // The remote loads its own chunk with its own style sheet.
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByText(`More by ${TOOL[name]}`)).toHaveCSS('font-style', 'italic');
    expect(await regionOf(page, name)).toMatchObject({ source: 'live' });
    await page.getByRole('link', { name: 'Next' }).click();
  }
  await expect(heading(page, 'By Vite')).toBeVisible();
  const held = await page.evaluate(() => {
    const { held, isSameDocument } = globalThis as unknown as {
      held: Record<string, unknown[]>;
      isSameDocument?: boolean;
    };
    const [first = []] = Object.values(held);
    const isOne = (own: unknown[]) =>
      own.every((value, place) => value !== undefined && value === first[place]);
    return { names: Object.keys(held), areOne: Object.values(held).every(isOne), isSameDocument };
  });
  expect(held).toEqual({ names: [...NAMES], areOne: true, isSameDocument: true });
  // Every style sheet has its hash, although the tools' own runtime would load those of a chunk without one.
  const unchecked = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href*="/remotes/by-"]')]
      .filter(({ integrity }) => integrity === '')
      .map(({ href }) => href),
  );
  expect(unchecked).toEqual([]);
});

test('a release built by each tool falls back to the previous one if its entry is damaged, and can be rolled back', async ({
  newVisitor,
  store,
  allowConsole,
}) => {
  allowConsole(
    /Failed to find a valid digest|Failed to load resource|uncaught: .*dynamically imported module/,
  );
  for (const name of NAMES) {
    await test.step(name, async () => {
      const sound = store.soundOf(name);
      const next = await store.addVersion(name, ENTRY, (text) => `${text}\n// another release\n`);
      await store.goLive(name, next, sound);
      // A browser caches the files of a release, so each visitor opens the release for the first time.
      const [first, second] = [await newVisitor(), await newVisitor()];
      const expectPage = async (page: Page, version: string, source: string) => {
        await page.goto(`/${name}`);
        await expect.poll(() => regionOf(page, name)).toEqual({ version, source });
        await expect(heading(page, `By ${TOOL[name]}`)).toBeVisible();
      };
      await expectPage(first, next, 'live');
      store.breakFile(name, next, ENTRY, (text) => `${text} `);
      await expectPage(second, sound, 'previous');
      await store.command('rollback', name);
      await expectPage(first, sound, 'live');
    });
  }
});
