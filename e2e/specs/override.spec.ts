import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { derive } from '@space/store';
import { startOtherOrigin } from '../support/otherOrigin.ts';
import type { OtherOrigin } from '../support/otherOrigin.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { expectSound, viewsInTurn } from '../support/soundness.ts';
import { copyStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { expect, test as base } from '../support/test.ts';

const DIST = fileURLToPath(new URL('../../remotes/retro/dist', import.meta.url));

interface Stage {
  site: Site;
  store: Store;
  /** On the operator's list; serves a build of retro that says 'INSERT DISK' where the released one says 'PRESS START'. */
  listed: OtherOrigin;
  /** Off the list. */
  unlisted: OtherOrigin;
  /** Lists these origins and no others. */
  allow(...origins: string[]): Promise<void>;
}

/** Lets the pages of a store send their events, as the embedded server does. */
function sendEventsFrom(store: Store): void {
  const { shell } = JSON.parse(readFileSync(join(store.folder, 'registry.json'), 'utf8')) as {
    shell: string;
  };
  const template = join(store.folder, 'shell', shell, 'index.html');
  const text = readFileSync(template, 'utf8');
  writeFileSync(
    template,
    text.replace('name="events-url" content=""', 'name="events-url" content="/_events"'),
  );
}

async function setStage(): Promise<Stage> {
  const store = copyStore();
  const listed = await startOtherOrigin({
    folder: DIST,
    change: (text) => text.replaceAll('PRESS START', 'INSERT DISK'),
  });
  const unlisted = await startOtherOrigin({ folder: DIST });
  const allow = async (...overrideOrigins: string[]) => {
    writeFileSync(join(store.folder, 'site.json'), JSON.stringify({ overrideOrigins }));
    await derive(store.folder);
  };
  sendEventsFrom(store);
  await allow(listed.origin);
  const site = await startSite({ siteDir: store.folder });
  return { site, store, listed, unlisted, allow };
}

const test = base.extend<object, { stage: Stage; site: Site }>({
  stage: [
    async ({}, provide) => {
      const stage = await setStage();
      await provide(stage);
      const { site, store, listed, unlisted } = stage;
      await site.discard();
      await listed.close();
      await unlisted.close();
      store.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: [({ stage }, provide) => provide(stage.site), { scope: 'worker' }],
});
// They share the operator's list.
test.describe.configure({ mode: 'default' });

const released = (page: Page) => page.getByRole('link', { name: 'PRESS START' });
const overridden = (page: Page) => page.getByRole('link', { name: 'INSERT DISK' });
const banner = (page: Page) => page.getByRole('region', { name: 'Override' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Take retro mode from another address?' });

/** Notes what the pages of a browser ask of other origins, and the events that they send. */
async function watch(context: BrowserContext, own: string) {
  const foreign: string[] = [];
  const events: unknown[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== own) foreign.push(request.url());
  });
  await context.route('**/_events', async (route) => {
    events.push(route.request().postDataJSON());
    await route.fulfill({ status: 204 });
  });
  return { foreign, events };
}

const refusal = (id: string) =>
  expect.objectContaining({
    id,
    version: 'override',
    outcome: 'override-refused',
    cause: 'origin',
    milliseconds: 0,
  });

test('a wish that is not granted is reported and forgotten, and nothing is fetched for it', async ({
  page,
  context,
  stage,
}) => {
  const { foreign, events } = await watch(context, stage.site.origin);
  const before = [stage.listed.reached.length, stage.unlisted.reached.length];
  // All others that are refused: shell/src/override/override.test.ts.
  const wishes = [
    { wish: `retro@${stage.unlisted.origin}/remoteEntry.js`, id: 'retro' },
    { wish: `arcade@${stage.listed.origin}/remoteEntry.js`, id: 'unknown' },
    { wish: 'retro', id: 'unknown' },
  ];
  for (const { wish, id } of wishes) {
    await test.step(wish, async () => {
      events.length = 0;
      await page.goto(`/retro?keep=this&override=${encodeURIComponent(wish)}`);
      await expect(released(page)).toBeVisible();
      await expect(page).toHaveURL('/retro?keep=this');
      await expect.poll(() => events).toContainEqual(refusal(id));
      expect(events.filter((event) => JSON.stringify(event).includes('override-refused'))).toHaveLength(1);
      await expect(question(page)).toHaveCount(0);
      await expect(banner(page)).toHaveCount(0);
    });
  }
  await page.reload();
  await expect(released(page)).toBeVisible();
  expect(foreign).toEqual([]);
  expect([stage.listed.reached.length, stage.unlisted.reached.length]).toEqual(before);
});

test('a wish that its visitor refuses, by the button or by Escape, loads nothing', async ({
  page,
  context,
  stage,
}) => {
  const { foreign } = await watch(context, stage.site.origin);
  for (const key of ['Enter', 'Escape']) {
    await page.goto(`/retro?override=retro@${stage.listed.origin}/remoteEntry.js`);
    await expect(question(page)).toContainText(`${stage.listed.origin}/remoteEntry.js`);
    await expect(page).toHaveURL('/retro');
    const keep = question(page).getByRole('button', { name: 'Keep the released version' });
    await expect(keep).toBeFocused();
    await page.keyboard.press(key);
    await expect(question(page)).toHaveCount(0);
    await expect(released(page)).toBeVisible();
    await page.reload();
    await expect(released(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  }
  expect(foreign).toEqual([]);
});

async function accept(page: Page, path: string, wish: string): Promise<void> {
  await page.goto(`${path}?override=${wish}`);
  await question(page).getByRole('button', { name: 'Use it in this tab' }).click();
  await expect(banner(page)).toBeVisible();
}

test('a wish that is granted and confirmed runs in this tab alone, under a banner that undoes it with one press', async ({
  page,
  context,
  stage,
}) => {
  await watch(context, stage.site.origin);
  await accept(page, '/auth', `retro@${stage.listed.origin}/remoteEntry.js`);
  await expect(banner(page)).toContainText(`This tab takes retro mode from ${stage.listed.origin}`);
  await expect(page).toHaveURL('/auth');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(overridden(page)).toBeVisible();
  // With its styles: the title screen's frame is dark.
  await expect(page.getByRole('heading', { level: 1, name: /Better Space/ })).toHaveCSS(
    'text-align',
    'center',
  );
  await expect(banner(page)).toBeVisible();
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
  await expect(banner(page)).toBeVisible();

  const otherTab = await context.newPage();
  await otherTab.goto('/retro');
  await expect(released(otherTab)).toBeVisible();
  await expect(banner(otherTab)).toHaveCount(0);

  await page.goto('/retro');
  await expect(overridden(page)).toBeVisible();
  await banner(page).getByRole('button', { name: 'Use the released version' }).click();
  await expect(released(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('an override whose origin has left the list is dropped and reported when the page starts anew', async ({
  page,
  context,
  stage,
}) => {
  const { foreign, events } = await watch(context, stage.site.origin);
  await accept(page, '/retro', `retro@${stage.listed.origin}/remoteEntry.js`);
  await expect(overridden(page)).toBeVisible();
  await stage.allow();
  foreign.length = 0;
  try {
    await page.reload();
    await expect(released(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await expect.poll(() => events).toContainEqual(refusal('retro'));
    expect(foreign).toEqual([]);
  } finally {
    await stage.allow(stage.listed.origin);
  }
  // It does not come back with the origin.
  await page.reload();
  await expect(released(page)).toBeVisible();
});

test('an override that redirects elsewhere is not followed: the panel takes its place, and the banner leads out', async ({
  page,
  context,
  stage,
  allowConsole,
}) => {
  await watch(context, stage.site.origin);
  allowConsole(/Failed to load resource|violates the following Content Security Policy/);
  const turnstile = await startOtherOrigin({ redirectTo: `${stage.unlisted.origin}/remoteEntry.js` });
  await stage.allow(stage.listed.origin, turnstile.origin);
  try {
    const before = stage.unlisted.reached.length;
    await accept(page, '/retro', `retro@${turnstile.origin}/remoteEntry.js`);
    await expect(
      page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }),
    ).toBeVisible();
    expect(stage.unlisted.reached).toHaveLength(before);
    await banner(page).getByRole('button', { name: 'Use the released version' }).click();
    await expect(released(page)).toBeVisible();
  } finally {
    await stage.allow(stage.listed.origin);
    await turnstile.close();
  }
});

test('everybody can use the question and the banner', async ({ page, context, stage }) => {
  await watch(context, stage.site.origin);
  await page.goto(`/auth?override=retro@${stage.listed.origin}/remoteEntry.js`);
  await expect(question(page)).toBeVisible();
  await expectSound(page, 'the question', { views: viewsInTurn(0) });
  await question(page).getByRole('button', { name: 'Use it in this tab' }).click();
  await expect(banner(page)).toBeVisible();
  await expectSound(page, 'the banner on a page of the shell', { views: viewsInTurn(1) });
  await page.goto('/retro');
  await expect(overridden(page)).toBeVisible();
  await expectSound(page, 'the banner over another build', { views: viewsInTurn(2) });
  // Nothing of the build lies over the way out, on the narrowest phone either.
  await page.setViewportSize({ width: 320, height: 640 });
  await banner(page).getByRole('button', { name: 'Use the released version' }).click();
  await expect(released(page)).toBeVisible();
});
