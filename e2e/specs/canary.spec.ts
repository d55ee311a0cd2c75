import type { Page } from '@playwright/test';
import { readPointer, type RecordedEvent } from '@space/store';
import { THROWN, pageOf, throwing } from '../bench/faults/faults.ts';
import { expect, test } from '../bench/faults/test.ts';
import { newClientAddress, sendEvent } from '../support/network.ts';
import { isPlaywrightMessage, untilHydrated } from '../support/test.ts';

/** Two device names that are in a canary of retro at 20 %, and one that is not. */
const IN_CANARY = 'device-5';
const ALSO_IN_CANARY = 'device-27';
const NOT_IN_CANARY = 'device-3';

/** Opens retro as a device, and checks that the given version runs and that its links work. */
async function visit(page: Page, device: string, version: string): Promise<void> {
  await page.addInitScript((name) => {
    localStorage.setItem('better-space-device', name);
  }, device);
  await page.goto('/retro');
  // The prerendered HTML is the live version's, and until it is hydrated its links load a new document.
  await untilHydrated(page);
  await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', version);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your week is the game');
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '[ CONTINUE ]' })).toBeVisible();
}

test('a canary that throws falls back to the live version for its visitors, and halts by itself', async ({
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
  await store.setPointer('retro', () => ({ canary: { version: canary, percent: 20, since } }));
  const newDevice = () => newVisitor(undefined, { extraHTTPHeaders: newClientAddress() });
  /** The number of devices that reported `<version> <outcome>`, read from the operator's events. */
  const countDevices = async (key: string) => {
    const response = await fetch(`${site.operatorOrigin}/events.json`);
    const events = (await response.json()) as RecordedEvent[];
    const sent = events.filter(({ version, outcome, at }) => at >= since && `${version} ${outcome}` === key);
    return new Set(sent.map(({ bucket }) => bucket)).size;
  };

  await test.step('five devices report the live version, and four the canary, too few to halt it', async () => {
    for (let bucket = 1; bucket <= 5; bucket += 1)
      for (const event of [
        { version: live, outcome: 'loaded', cause: 'none', bucket: 50 + bucket },
        ...(bucket < 5 ? [{ version: canary, outcome: 'fell-back', cause: 'render', bucket }] : []),
      ])
        expect(await sendEvent(site.origin, event)).toBe(204);
  });

  await test.step('a device outside the canary gets the live version', async () => {
    await visit(await newDevice(), NOT_IN_CANARY, live);
    await expect.poll(() => countDevices(`${live} loaded`)).toBe(6);
    expect((await readPointer(store.folder, 'retro')).canary?.version).toBe(canary);
  });

  const canaryPage = await newDevice();
  await test.step('a device in the canary reports the failure, and still shows a working page', async () => {
    await visit(canaryPage, IN_CANARY, live);
    await expect.poll(() => countDevices(`${canary} fell-back`)).toBe(5);
    expect(await countDevices(`${canary} loaded`)).toBe(0);
  });

  await test.step('the canary halts by itself and records the reason', async () => {
    const reason = 'failed on 5 of 5 devices, the live version on 0 of 6 devices';
    const pointer = { canary: null, halted: { version: canary, reason } };
    await expect.poll(() => readPointer(store.folder, 'retro')).toMatchObject(pointer);
    const output = await store.command('releases', 'retro', '--json');
    expect(JSON.parse(output.slice(output.indexOf('{')))).toMatchObject({ pointer });
    await expect.poll(() => site.output()).toContain(`The canary ${canary} of retro halted: it ${reason}.`);
  });

  await test.step('no device gets the canary any more', async () => {
    for (const [device, page] of [
      [ALSO_IN_CANARY, await newDevice()],
      [IN_CANARY, canaryPage],
    ] as const) {
      const messages: string[] = [];
      page.on('console', (message) => messages.push(message.text()));
      await visit(page, device, live);
      expect(messages.filter((text) => !isPlaywrightMessage(text))).toEqual([]);
    }
    expect(await countDevices(`${canary} fell-back`)).toBe(5);
  });
});
