import type { Page } from '@playwright/test';
import { readPointer, readRecord } from '@space/store';
import { regionOf } from '../lab/faults/observe.ts';
import { expect, test } from '../lab/faults/test.ts';
import { copySource } from '../support/store.ts';

// Two contracts in one shell (decision 043): marketing exports `pages`, while retro's team still releases `routes`.

const ENTRY = /remoteEntry\.js$/;
const FETCH_ERRORS = /Failed to load resource|uncaught: .*dynamically imported module/;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The routes module of retro before contract 2. */
const OLD_ROUTES = `import { routesOf } from '@space/federation';
import { pages } from '../remote.json';

export const routes = routesOf(pages, {
  '/retro': async () => (await import('./landing/RetroLandingPage.tsx')).RetroLandingPage,
  '/retro/auth': async () => (await import('./auth/RetroAuthPage.tsx')).RetroAuthPage,
  '/retro/dashboard': async () => (await import('./dashboard/RetroDashboardPage.tsx')).RetroDashboardPage,
  '/retro/pricing': async () => (await import('./pricing/RetroPricingPage.tsx')).RetroPricingPage,
});
`;

test('one shell runs remotes of two contracts at once; fallback and rollback work from one contract to the other', async ({
  page,
  store,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(FETCH_ERRORS);
  const modern = store.soundOf('retro');
  const source = copySource('retro');
  source.write('src/routes.tsx', OLD_ROUTES);
  source.edit('src/contract.test.ts', '{ pages }', '{ routes }');
  source.edit('src/contract.test.ts', 'declaration, pages', 'declaration, routes');
  try {
    await store.command('release', 'retro', '--from', source.folder);
  } finally {
    source.discard();
  }
  const old = (await readPointer(store.folder, 'retro')).live?.version ?? '';
  expect((await readRecord(store.folder, 'retro', old)).contract).toBe(1);
  expect((await readRecord(store.folder, 'retro', modern)).contract).toBe(2);

  await test.step('both run in one document, each page with its own title', async () => {
    await page.goto('/about');
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await expect(page).toHaveTitle('Better Space — Retro mode');
    expect(await regionOf(page, 'retro')).toEqual({ version: old, source: 'live' });
    await page.goBack();
    await expect(page).toHaveTitle('Better Space — About Us');
  });

  await test.step('a broken release of the old contract falls back to the previous one, of the new contract', async () => {
    store.breakFile('retro', old, ENTRY, null);
    const visitor = await newVisitor();
    await visitor.goto('/retro/pricing');
    await expect.poll(() => regionOf(visitor, 'retro')).toEqual({ version: modern, source: 'previous' });
    await expect(heading(visitor)).toBeVisible();
    await expect(visitor).toHaveTitle('Better Space — Retro pricing');
  });

  await test.step('and the other way round', async () => {
    await store.repair();
    await store.goLive('retro', modern, old);
    store.breakFile('retro', modern, ENTRY, null);
    const visitor = await newVisitor();
    await visitor.goto('/about');
    await visitor.getByRole('link', { name: 'Enter retro mode' }).click();
    await expect.poll(() => regionOf(visitor, 'retro')).toEqual({ version: old, source: 'previous' });
    await expect(visitor).toHaveTitle('Better Space — Retro mode');
  });

  await test.step('after a rollback from the new contract to the old one the next document shows the old one', async () => {
    await store.repair();
    await store.goLive('retro', modern, old);
    await store.command('rollback', 'retro');
    await page.goto('/retro');
    await expect.poll(() => regionOf(page, 'retro')).toEqual({ version: old, source: 'live' });
  });
});
