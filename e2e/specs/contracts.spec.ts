import type { Page } from '@playwright/test';
import { readPointer, readRecord } from '@space/store';
import { regionOf } from '../lab/faults/observe.ts';
import { expect, test } from '../lab/faults/test.ts';
import { copySource } from '../support/store.ts';

// Two contracts in one shell (decision 043): marketing hands over `pages`, retro's team still releases `routes`.

const ENTRY = /remoteEntry\.js$/;
const NOT_FETCHED = /Failed to load resource|uncaught: .*dynamically imported module/;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** What retro's team had before contract 2. */
const OLD_ROUTES = `import { routesOf } from '@space/federation';
import { pages } from '../remote.json';

export const routes = routesOf(pages, {
  '/retro': async () => (await import('./landing/RetroLandingPage.tsx')).RetroLandingPage,
  '/retro/auth': async () => (await import('./auth/RetroAuthPage.tsx')).RetroAuthPage,
  '/retro/dashboard': async () => (await import('./dashboard/RetroDashboardPage.tsx')).RetroDashboardPage,
  '/retro/pricing': async () => (await import('./pricing/RetroPricingPage.tsx')).RetroPricingPage,
});
`;

test('one shell runs remotes of two contracts at once; healing and rollback cross the border between them', async ({
  page,
  store,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(NOT_FETCHED);
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

  await test.step('both in one document, each page with its own title', async () => {
    await page.goto('/about');
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await expect(page).toHaveTitle('Better Space — Retro mode');
    expect(await regionOf(page, 'retro')).toEqual({ version: old, source: 'live' });
    await page.goBack();
    await expect(page).toHaveTitle('Better Space — About Us');
  });

  await test.step('a broken release of the old contract gives way to the one before, of the new one', async () => {
    store.breakFile('retro', old, ENTRY, null);
    const visitor = await newVisitor();
    await visitor.goto('/retro/pricing');
    await expect.poll(() => regionOf(visitor, 'retro')).toEqual({ version: modern, source: 'previous' });
    await expect(heading(visitor)).toBeVisible();
    await expect(visitor).toHaveTitle('Better Space — Retro pricing');
  });

  await test.step('and the other way round', async () => {
    await store.mend();
    await store.goLive('retro', modern, old);
    store.breakFile('retro', modern, ENTRY, null);
    const visitor = await newVisitor();
    await visitor.goto('/about');
    await visitor.getByRole('link', { name: 'Enter retro mode' }).click();
    await expect.poll(() => regionOf(visitor, 'retro')).toEqual({ version: old, source: 'previous' });
    await expect(visitor).toHaveTitle('Better Space — Retro mode');
  });

  await test.step('a rollback from the new contract to the old one is what the next document shows', async () => {
    await store.mend();
    await store.goLive('retro', modern, old);
    await store.command('rollback', 'retro');
    await page.goto('/retro');
    await expect.poll(() => regionOf(page, 'retro')).toEqual({ version: old, source: 'live' });
    const said = await store.command('doctor', 'retro');
    expect(said).toMatch(new RegExp(`retro +${old} +live +1 `));
  });
});
