import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { derive } from '@space/store';
import { restoreSession } from '../support/accounts.ts';
import { watchEvents } from '../support/network.ts';
import { startOtherOrigin } from '../support/servers.ts';
import { startSiteOn } from '../support/site.ts';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { copyStore, type Store } from '../support/store.ts';
import { STARTS, expect, test as base } from '../support/test.ts';

const distOf = (remote: string) => fileURLToPath(new URL(`../../remotes/${remote}/dist`, import.meta.url));
const DIST = distOf('retro');

/** Makes the pages of a store send their events, as the embedded server does. */
function sendEventsFrom(store: Store): void {
  const registry = readFileSync(join(store.folder, 'registry.json'), 'utf8');
  const { shell } = JSON.parse(registry) as { shell: string }; // written by the store
  const template = join(store.folder, 'shell', shell, 'index.html');
  const text = readFileSync(template, 'utf8');
  const meta = (url: string) => `name="events-url" content="${url}"`;
  writeFileSync(template, text.replace(meta(''), meta('/_events')));
}

async function setStage() {
  const store = copyStore();
  /** This origin is on the operator's list. Its build of retro says 'INSERT DISK' instead of 'PRESS START'. */
  const change = (text: string) => text.replaceAll('PRESS START', 'INSERT DISK');
  const listed = await startOtherOrigin({ folder: DIST, change });
  const unlisted = await startOtherOrigin({ folder: DIST });
  const allow = async (...overrideOrigins: string[]) => {
    writeFileSync(join(store.folder, 'site.json'), JSON.stringify({ overrideOrigins }));
    await derive(store.folder);
  };
  sendEventsFrom(store);
  await allow(listed.origin);
  const site = await startSiteOn(store);
  const discard = async () => {
    await Promise.all([site.discard(), listed.close(), unlisted.close()]);
  };
  return { site, listed, unlisted, allow, discard };
}

const test = base.extend<{ stage: Awaited<ReturnType<typeof setStage>> }>({
  stage: [async ({ resources }, use) => use(await resources.ownedBySpec(setStage)), STARTS],
  site: ({ stage }, use) => use(stage.site),
});
// The tests share and change the operator's list of origins, so they run one after the other.
test.describe.configure({ mode: 'default' });

const released = (page: Page) => page.getByRole('link', { name: 'PRESS START' });
const overridden = (page: Page) => page.getByRole('link', { name: 'INSERT DISK' });
const banner = (page: Page) => page.getByRole('region', { name: 'Override', exact: true });
const refusedBanner = (page: Page) => page.getByRole('region', { name: 'Override refused' });
const inspector = (page: Page) => page.getByRole('dialog', { name: 'Who owns this page' });
const consent = (page: Page) => page.getByRole('dialog', { name: 'Take retro mode from another address?' });

/** Records the requests of a browser's pages to other origins, and the events that they send. */
async function watch(context: BrowserContext, own: string) {
  const foreignUrls: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== own) foreignUrls.push(request.url());
  });
  return { foreignUrls, events: await watchEvents(context) };
}

const REFUSED_EVENT = { version: 'override', outcome: 'override-refused', cause: 'origin', milliseconds: 0 };
const refusal = (id: string) => expect.objectContaining({ ...REFUSED_EVENT, id });

test('a refused override is explained, reported and dropped, and nothing is fetched for it', async ({
  page,
  context,
  stage: { site, listed, unlisted },
}) => {
  const { foreignUrls, events } = await watch(context, site.origin);
  const before = [listed.reached.length, unlisted.reached.length];
  // All other refusals: shell/src/override/override.test.ts.
  for (const [override, id, message] of [
    [
      `retro@${unlisted.origin}/remoteEntry.js`,
      'retro',
      `This site takes no code from ${unlisted.origin}. Its operator`,
    ],
    [`shell@${listed.origin}/remoteEntry.js`, 'unknown', 'shell is not a remote.'],
  ] as const) {
    events.length = 0;
    await page.goto(`/retro?keep=this&override=${encodeURIComponent(override)}`);
    await expect(released(page)).toBeVisible();
    await expect(page).toHaveURL('/retro?keep=this');
    await expect.poll(() => events).toContainEqual(refusal(id));
    expect(events.filter((event) => JSON.stringify(event).includes('override-refused'))).toHaveLength(1);
    await expect(consent(page)).toHaveCount(0);
    await expect(banner(page)).toHaveCount(0);
    await expect(refusedBanner(page).getByRole('alert')).toContainText(message);
  }
  await refusedBanner(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(refusedBanner(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(released(page)).toBeVisible();
  expect(foreignUrls).toEqual([]);
  expect([listed.reached.length, unlisted.reached.length]).toEqual(before);
});

test('an override that the visitor declines loads nothing', async ({ page, context, stage }) => {
  const { foreignUrls } = await watch(context, stage.site.origin);
  for (const key of ['Enter', 'Escape']) {
    await page.goto(`/retro?override=retro@${stage.listed.origin}/remoteEntry.js`);
    await expect(consent(page)).toContainText(`${stage.listed.origin}/remoteEntry.js`);
    await expect(page).toHaveURL('/retro');
    const keep = consent(page).getByRole('button', { name: 'Keep the released version' });
    await expect(keep).toBeFocused();
    await page.keyboard.press(key);
    await expect(consent(page)).toHaveCount(0);
    await expect(released(page)).toBeVisible();
    await page.reload();
    await expect(released(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  }
  expect(foreignUrls).toEqual([]);
});

async function accept(page: Page, path: string, override: string): Promise<void> {
  await page.goto(`${path}?override=${override}`);
  await consent(page).getByRole('button', { name: 'Use it in this tab' }).click();
  await expect(banner(page)).toBeVisible();
}

test('an accepted override runs only in this tab, under a banner', async ({ page, context, stage }) => {
  await watch(context, stage.site.origin);
  await accept(page, '/auth', `retro@${stage.listed.origin}/remoteEntry.js`);
  await expect(banner(page)).toContainText(`This tab takes retro mode from ${stage.listed.origin}`);
  await expect(page).toHaveURL('/auth');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(overridden(page)).toBeVisible();
  // The styles of the overriding build apply.
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

  await page.goto('/retro?inspect');
  await expect(overridden(page)).toBeVisible();
  await inspector(page).getByRole('button', { name: 'End the override of retro' }).click();
  await expect(released(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('an override whose origin is no longer on the list is dropped', async ({ page, context, stage }) => {
  const { foreignUrls, events } = await watch(context, stage.site.origin);
  await accept(page, '/retro', `retro@${stage.listed.origin}/remoteEntry.js`);
  await expect(overridden(page)).toBeVisible();
  await stage.allow();
  foreignUrls.length = 0;
  try {
    await page.reload();
    await expect(released(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await expect(refusedBanner(page)).toContainText(`This site takes no code from ${stage.listed.origin}.`);
    await expect.poll(() => events).toContainEqual(refusal('retro'));
    expect(foreignUrls).toEqual([]);
  } finally {
    await stage.allow(stage.listed.origin);
  }
  // When the origin is on the list again, the override stays dropped.
  await page.reload();
  await expect(released(page)).toBeVisible();
});

test('an override that redirects is not followed', async ({
  page,
  context,
  stage,
  started,
  allowConsole,
}) => {
  await watch(context, stage.site.origin);
  allowConsole(/Failed to load resource|violates the following Content Security Policy/);
  const redirecting = await started(
    startOtherOrigin({ redirectTo: `${stage.unlisted.origin}/remoteEntry.js` }),
  );
  await stage.allow(stage.listed.origin, redirecting.origin);
  try {
    const before = stage.unlisted.reached.length;
    await accept(page, '/retro', `retro@${redirecting.origin}/remoteEntry.js`);
    await expect(page.getByRole('complementary', { name: 'Page load' })).toContainText('No answer from');
    expect(stage.unlisted.reached).toHaveLength(before);
    await banner(page).getByRole('button', { name: 'Use the released version' }).click();
    await expect(released(page)).toBeVisible();
  } finally {
    await stage.allow(stage.listed.origin);
  }
});

test('a remote that was never released runs with the pages that its build declares, except those of other remotes', async ({
  page,
  context,
  stage,
  account,
  started,
  allowConsole,
}) => {
  await watch(context, stage.site.origin);
  await restoreSession(context, account.session);
  // The site responds 404 to an unknown address.
  allowConsole(/Failed to load resource.*404/);
  const drafts = await started(
    startOtherOrigin({
      folder: distOf('settings'),
      change: (text) => text.replaceAll('/settings', '/drafts'),
    }),
  );
  await stage.allow(stage.listed.origin, drafts.origin);
  try {
    await page.goto(`/drafts?override=drafts@${drafts.origin}/remoteEntry.js`);
    const dialog = page.getByRole('dialog', { name: 'Take drafts from another address?' });
    await expect(dialog).toContainText('code that was never released');
    await dialog.getByRole('button', { name: 'Use it in this tab' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page.locator('[data-remote="drafts"]')).toHaveAttribute('data-source', 'override');
    await banner(page).getByRole('button', { name: 'End the override' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();

    // Through the inspector: the build of retro under another name. All pages that it declares already belong to retro.
    await page.goto('/about?inspect');
    const address = inspector(page).getByLabel('Address of its entry');
    await inspector(page).getByRole('textbox', { name: 'Remote' }).fill('arcade');
    await address.fill(`${stage.unlisted.origin}/remoteEntry.js`);
    await address.press('Enter');
    await expect(address).toHaveAccessibleDescription(/This site takes no code from/);
    await expect(address).toHaveValue(`${stage.unlisted.origin}/remoteEntry.js`);
    await address.fill(`${stage.listed.origin}/remoteEntry.js`);
    await inspector(page).getByRole('button', { name: 'Use it in this tab' }).click();
    await expect(refusedBanner(page)).toContainText(
      'arcade cannot have the pages that it declares: /retro belongs to retro.',
    );
    await expect(banner(page)).toHaveCount(0);
  } finally {
    await stage.allow(stage.listed.origin);
  }
});

test('the dialog, the banner and the inspector of an override are accessible', async ({
  page,
  context,
  stage,
}) => {
  await watch(context, stage.site.origin);
  await page.goto(`/auth?override=retro@${stage.listed.origin}/remoteEntry.js`);
  await expect(consent(page)).toBeVisible();
  await expectAccessible(page, 'the question', { views: viewsInTurn(0) });
  await consent(page).getByRole('button', { name: 'Use it in this tab' }).click();
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page, 'the banner on a page of the shell', { views: viewsInTurn(1) });
  await page.goto(`/retro?override=shell@${stage.listed.origin}/remoteEntry.js`);
  await expect(overridden(page)).toBeVisible();
  await expectAccessible(page, 'the banner over another build, and a refusal', { views: viewsInTurn(2) });
  await page.keyboard.press('Alt+Shift+KeyI');
  await expect(inspector(page).getByRole('button', { name: 'End the override of retro' })).toBeVisible();
  await expectAccessible(page, 'the inspector of an override', { views: viewsInTurn(0) });
  await page.keyboard.press('Escape');
  // The build covers no part of the banner's button, not even on the narrowest phone.
  await page.setViewportSize({ width: 320, height: 640 });
  await banner(page).getByRole('button', { name: 'Use the released version' }).click();
  await expect(released(page)).toBeVisible();
});
