import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { releaseApp } from '@space/release';
import { derive } from '@space/store';
import type { Pointer, RecordedEvent } from '@space/store';
import { expect, test as base } from '../support/ownStore.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { copySource } from '../support/store.ts';
import type { Store } from '../support/store.ts';

/** A site behind a proxy that it believes: one address speaks for four devices at most, so each visitor has one. */
const test = base.extend({
  running: async ({ store }, provide) => {
    const site = await startSite({ siteDir: store.folder, env: { TRUST_PROXY: 'loopback' } });
    await provide(site);
    await site.discard();
  },
});

let visitors = 0;

/** A context whose requests come from an address that no other visitor has. */
function elsewhere(): BrowserContextOptions {
  visitors += 1;
  return { extraHTTPHeaders: { 'x-forwarded-for': `203.0.113.${visitors}` } };
}

/** Names that put a device into the first 20 of 100 for retro, and names that do not. */
const IN_CANARY = ['device-5', 'device-6', 'device-9', 'device-19', 'device-21', 'device-24'];
const LATECOMER = 'device-27';
const OTHERS = ['device-3', 'device-4', 'device-8', 'device-13', 'device-17', 'device-18'];

const FAULT = 'This canary is broken on purpose';

/** Releases a retro whose first page throws while it renders, to 20 of 100 devices; returns its version. */
async function releaseBrokenCanary({ folder: store }: Store): Promise<string> {
  const source = copySource('retro');
  const line = '  const today = useKnownToday();';
  try {
    source.edit(
      'src/landing/RetroLandingPage.tsx',
      line,
      // In every browser at once, and not where its HTML is made.
      `${line}\n  if (typeof document !== 'undefined') throw new Error('${FAULT}');`,
    );
    const { record } = await releaseApp('retro', {
      store,
      from: source.folder,
      aim: { kind: 'canary', percent: 20 },
    });
    await derive(store);
    return record.version;
  } finally {
    source.discard();
  }
}

const pointerOf = ({ folder }: Store) =>
  // Written by the store itself.
  JSON.parse(readFileSync(join(folder, 'remotes/retro/pointer.json'), 'utf8')) as Pointer;

/** What browsers told the site about retro, newest first, as its operator reads it. */
async function eventsOf({ operatorOrigin }: Site): Promise<RecordedEvent[]> {
  const all = (await (await fetch(`${operatorOrigin}/events.json`)).json()) as RecordedEvent[];
  return all.filter(({ id }) => id === 'retro');
}

/** A device comes to retro for the first time and sees it. */
async function visit(page: Page, device: string, version: string): Promise<void> {
  await page.addInitScript((name) => {
    localStorage.setItem('better-space-device', name);
  }, device);
  await page.goto('/retro');
  await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', version);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your week is the game');
}

/**
 * Retro is not only seen, it works. Pressed before its scripts run, the link opens a document: what runs then is that one.
 */
async function goOn(page: Page): Promise<void> {
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '[ CONTINUE ]' })).toBeVisible();
}

test('a canary that throws heals while it is looked at, and halts itself', async ({
  running: site,
  store,
  newVisitor,
  allowConsole,
}) => {
  test.slow();
  allowConsole(new RegExp(FAULT));
  const live = pointerOf(store).live?.version ?? '';
  const canary = await releaseBrokenCanary(store);
  const devicesThat = async (line: string) => {
    const events = await eventsOf(site);
    const told = events.filter(({ version, outcome, cause }) => `${version} ${outcome} ${cause}` === line);
    return new Set(told.map(({ bucket }) => bucket)).size;
  };

  await test.step('who is not in it gets the live version', async () => {
    for (const device of OTHERS) {
      const page = await newVisitor(undefined, elsewhere());
      await visit(page, device, live);
      await goOn(page);
    }
    await expect.poll(() => devicesThat(`${live} loaded none`)).toBe(OTHERS.length);
  });

  await test.step('who is in it meets the fault, and sees a page that works all the same', async () => {
    for (const [index, device] of IN_CANARY.entries()) {
      expect(pointerOf(store).canary?.version).toBe(canary);
      const page = await newVisitor(undefined, elsewhere());
      await visit(page, device, live);
      await expect.poll(() => devicesThat(`${canary} fell-back render`)).toBe(index + 1);
      await goOn(page);
    }
    expect(await devicesThat(`${canary} loaded none`)).toBe(0);
  });

  await test.step('it halts by itself and says why', async () => {
    const reason = 'failed on 6 of 6 devices, the live version on 0 of 6 devices';
    await expect.poll(() => pointerOf(store).halted).toMatchObject({ version: canary, reason });
    expect(pointerOf(store)).toMatchObject({ live: { version: live }, canary: null });
    const told = await store.command('releases', 'retro', '--json');
    expect(JSON.parse(told.slice(told.indexOf('{')))).toMatchObject({
      pointer: { canary: null, halted: { version: canary, reason } },
    });
    await expect.poll(() => site.output()).toContain(`The canary ${canary} of retro halted: it ${reason}.`);
  });

  await test.step('no device is given it any more', async () => {
    for (const device of [LATECOMER, ...IN_CANARY.slice(0, 1)]) {
      const page = await newVisitor(undefined, elsewhere());
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await visit(page, device, live);
      await goOn(page);
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeAttached();
      expect(said).toEqual([]);
    }
    expect(await devicesThat(`${canary} fell-back render`)).toBe(IN_CANARY.length);
  });
});
