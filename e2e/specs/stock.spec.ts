import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { regionOf } from '../lab/faults/observe.ts';
import { startSite, type Site } from '../support/site.ts';
import { copyStore, type Store } from '../support/store.ts';
import { FOR_WORKER, expect, test as base } from '../support/test.ts';
import { STOCK_NAMES, buildStock, presetSource, type StockSource } from '../stock/stock.ts';

// Remotes that Vite, Rspack, webpack and our own preset have built, in one site; with EVERY_TOOL=on one of Rsbuild as well.

const isEvery = process.env['EVERY_TOOL'] === 'on';
const NAMES = [...STOCK_NAMES.filter((name) => isEvery || name !== 'by-rsbuild'), 'by-preset'] as const;
type Name = (typeof NAMES)[number];
const TOOL = {
  'by-rsbuild': 'Rsbuild',
  'by-vite': 'Vite',
  'by-rspack': 'Rspack',
  'by-webpack': 'webpack',
  'by-preset': 'preset',
};

interface Stage {
  store: Store;
  site: Site;
  sources: Record<Name, StockSource>;
}

const test = base.extend<object, { stage: Stage; site: Site }>({
  stage: [
    async ({}, use) => {
      const store = copyStore();
      const built = NAMES.map((name) => (name === 'by-preset' ? presetSource() : buildStock(name)));
      const list = await Promise.all(built);
      const sources = Object.fromEntries(
        list.map((source, place) => [NAMES[place], source]),
      ) as Stage['sources'];
      for (const name of NAMES) await store.command('release', name, ...sources[name].words);
      const site = await startSite({ siteDir: store.folder });
      await use({ store, site, sources });
      await site.discard();
      store.discard();
      for (const source of list) await source.discard();
    },
    FOR_WORKER,
  ],
  site: [({ stage }, use) => use(stage.site), { scope: 'worker' }],
});
test.describe.configure({ mode: 'default' });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('the pages of all tools stand in one document, with one React and one session', async ({
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
    // A chunk and a style sheet of its own.
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
  // Every style sheet came with its hash, though tools would fetch those of a chunk themselves.
  const unchecked = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href*="/remotes/by-"]')]
      .filter(({ integrity }) => integrity === '')
      .map(({ href }) => href),
  );
  expect(unchecked).toEqual([]);
});

test('a release of each tool gives way to the one before it when its entry is damaged, and is rolled back', async ({
  newVisitor,
  stage,
  allowConsole,
}) => {
  allowConsole(
    /Failed to find a valid digest|Failed to load resource|uncaught: .*dynamically imported module/,
  );
  const { store, sources } = stage;
  for (const name of NAMES) {
    await test.step(name, async () => {
      const [before, after] = [`By ${TOOL[name]}`, `Anew by ${TOOL[name]}`];
      const next = await sources[name].changed(before, after);
      await store.command('release', name, ...next.words);
      await next.discard();
      // What a browser has fetched of a release it keeps: each opens it for the first time.
      const [first, second] = [await newVisitor(), await newVisitor()];
      await first.goto(`/${name}`);
      await expect(heading(first, after)).toBeVisible();

      const { version = '' } = (await regionOf(first, name)) ?? {};
      const entry = join(store.folder, 'remotes', name, version, 'remoteEntry.js');
      for (const ending of ['.br', '.gz']) rmSync(entry + ending, { force: true });
      writeFileSync(entry, `${readFileSync(entry, 'utf8')} `);
      await second.goto(`/${name}`);
      await expect.poll(() => regionOf(second, name)).toMatchObject({ source: 'previous' });
      await expect(heading(second, before)).toBeVisible();

      await store.command('rollback', name);
      await first.goto(`/${name}`);
      await expect.poll(() => regionOf(first, name)).toMatchObject({ source: 'live' });
      await expect(heading(first, before)).toBeVisible();
    });
  }
});
