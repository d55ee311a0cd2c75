import type { Page } from '@playwright/test';
import { readPointer, type RecordedEvent } from '@space/store';
import { THROWN, pageOf, throwing } from '../lab/faults/faults.ts';
import { expect, test } from '../lab/faults/test.ts';
import { fromElsewhere, tellEvent } from '../support/network.ts';
import { isOfPlaywright, untilHydrated } from '../support/test.ts';

/** Names that put a device into the first 20 of 100 for retro, and one that does not. */
const IN_CANARY = 'device-5';
const LATECOMER = 'device-27';
const OTHER = 'device-3';

/** A device sees retro in the given version and goes on in it: it works. */
async function visit(page: Page, device: string, version: string): Promise<void> {
  await page.addInitScript((name) => {
    localStorage.setItem('better-space-device', name);
  }, device);
  await page.goto('/retro');
  // What is prerendered is the live version's, and its links would open a document anew.
  await untilHydrated(page);
  await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', version);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your week is the game');
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '[ CONTINUE ]' })).toBeVisible();
}

test('a canary that throws heals while it is looked at, and halts itself', async ({
  site,
  store,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(new RegExp(THROWN));
  const retro = pageOf('retro');
  const live = store.soundOf('retro');
  const canary = await store.addVersion('retro', retro.chunk, () => `${throwing(retro)}\n// a canary\n`);
  const since = new Date().toISOString();
  await store.point('retro', () => ({ canary: { version: canary, percent: 20, since } }));
  const newDevice = () => newVisitor(undefined, { extraHTTPHeaders: fromElsewhere() });
  /** On how many devices a version ended in that way, as the operator reads it. */
  const devicesThat = async (line: string) => {
    const answer = await fetch(`${site.operatorOrigin}/events.json`);
    const events = (await answer.json()) as RecordedEvent[];
    const told = events.filter(({ version, outcome, at }) => at >= since && `${version} ${outcome}` === line);
    return new Set(told.map(({ bucket }) => bucket)).size;
  };

  await test.step('five devices of each kind tell what their browsers saw', async () => {
    for (let bucket = 1; bucket <= 5; bucket += 1)
      for (const event of [
        { version: live, outcome: 'loaded', cause: 'none', bucket: 50 + bucket },
        { version: canary, outcome: 'fell-back', cause: 'render', bucket },
      ])
        expect(await tellEvent(site.origin, event)).toBe(204);
  });

  await test.step('who is not in it gets the live version', async () => {
    await visit(await newDevice(), OTHER, live);
    await expect.poll(() => devicesThat(`${live} loaded`)).toBe(6);
    expect((await readPointer(store.folder, 'retro')).canary?.version).toBe(canary);
  });

  const met = await newDevice();
  await test.step('who is in it meets the fault, and sees a page that works all the same', async () => {
    await visit(met, IN_CANARY, live);
    await expect.poll(() => devicesThat(`${canary} fell-back`)).toBe(6);
    expect(await devicesThat(`${canary} loaded`)).toBe(0);
  });

  await test.step('it halts by itself and says why', async () => {
    const reason = 'failed on 6 of 6 devices, the live version on 0 of 6 devices';
    const pointer = { canary: null, halted: { version: canary, reason } };
    await expect.poll(() => readPointer(store.folder, 'retro')).toMatchObject(pointer);
    const told = await store.command('releases', 'retro', '--json');
    expect(JSON.parse(told.slice(told.indexOf('{')))).toMatchObject({ pointer });
    await expect.poll(() => site.output()).toContain(`The canary ${canary} of retro halted: it ${reason}.`);
  });

  await test.step('no device is given it any more', async () => {
    for (const [device, page] of [
      [LATECOMER, await newDevice()],
      [IN_CANARY, met],
    ] as const) {
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await visit(page, device, live);
      expect(said.filter((text) => !isOfPlaywright(text))).toEqual([]);
    }
    expect(await devicesThat(`${canary} fell-back`)).toBe(6);
  });
});
