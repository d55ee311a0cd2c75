import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { folderOf, readPointer } from '@space/store';
import { THROWN, equalVersion, pageOf, throwing } from '../bench/faults/faults.ts';
import { regionOf } from '../bench/faults/observe.ts';
import { expect, test } from '../bench/faults/test.ts';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { newClientAddress, sendEvent } from '../support/network.ts';

// What an operator sees and does, and canaries, which go to a part of the devices and halt themselves.

test('an operator sees a failing release, rolls it back with the keyboard, and switches a remote off and on', async ({
  page,
  site,
  store,
  allowConsole,
}) => {
  const sound = store.soundOf('retro');
  const broken = await store.addVersion('retro', /assets\/.*\.js$/, (text) => `${text}\n// later\n`);
  await store.goLive('retro', broken, sound);
  await page.clock.install();
  await page.goto(`${site.operatorOrigin}/_operate`);
  /** The page asks its server every five seconds. */
  const letItAsk = () => page.clock.fastForward(5_000);
  const retro = page.getByRole('region', { name: 'retro' });
  const status = retro.getByRole('status');

  await test.step('failures appear without a reload', async () => {
    await expect(retro).toContainText(`${broken} livelast hour: 0 loaded, 0 healed, 0 failed`);
    await expect(page.getByText('A canary halts itself when')).toBeVisible();
    for (let bucket = 1; bucket <= 10; bucket += 1) {
      await sendEvent(site.origin, { version: broken, outcome: 'failed', cause: 'render', bucket });
    }
    await letItAsk();
    await expect(retro).toContainText('livelast hour: 0 loaded, 0 healed, 10 failed');
  });

  await test.step('axe, 320 px, light and dark', () => expectAccessible(page, "the operator's page"));

  await test.step('a rollback needs a confirmation, and its reason is recorded', async () => {
    const rollbackButton = retro.getByRole('button', { name: 'Roll back: retro' });
    await rollbackButton.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Roll back: retro?' });
    await expect(dialog).toContainText(`${sound} becomes live again, and ${broken} is withdrawn.`);
    await page.keyboard.press('Escape');
    await expect(rollbackButton).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await dialog.getByRole('textbox').fill('It throws.');
    await page.keyboard.press('Enter');
    await expect(status).toContainText(`retro is back at ${sound}; ${broken} is withdrawn.`);
    const { live, history, moves } = await readPointer(store.folder, 'retro');
    expect([live?.version, moves[0]?.reason]).toEqual([sound, 'It throws.']);
    expect(history[0]).toMatchObject({ version: broken, withdrawn: true });
    await retro.getByText('Who did what').press('Enter');
    await expect(retro.locator('details').getByRole('listitem').first()).toContainText(
      new RegExp(`the operator's pagerollback ${sound}.*It throws\\.`),
    );
    await expectAccessible(page, 'who did what', { views: viewsInTurn(1) });
  });

  await test.step('switching off needs a reason, which visitors read', async () => {
    await retro.getByRole('button', { name: 'Switch off: retro' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch off: retro?' });
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await expect(dialog).toContainText('Visitors read the reason: give one.');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await expectAccessible(page, 'the question', { views: viewsInTurn(2) });
    await dialog.getByRole('textbox').fill('We are moving house.');
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await expect(retro).toContainText('Switched off. Its pages say: We are moving house.');
    await page.goto(`${site.origin}/retro`);
    await expect(page.getByText('We are moving house.')).toBeVisible();
    await page.goto(`${site.operatorOrigin}/_operate`);
    await retro.getByRole('button', { name: 'Switch on: retro' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await expect(status).toContainText(`retro is switched on again: ${sound} is live.`);
  });

  await test.step('a staged release is promoted', async () => {
    const next = await store.addVersion('retro', /assets\/.*\.js$/, (text) => `${text}\n// staged\n`);
    await store.setPointer('retro', () => ({ staged: [{ version: next, since: new Date().toISOString() }] }));
    await letItAsk();
    await expect(retro).toContainText(`${next} staged`);
    await retro.getByRole('button', { name: `Promote ${next}: retro` }).click();
    await expect(page.getByRole('dialog')).toContainText(`${next} becomes live for everyone`);
    await page.getByRole('dialog').getByRole('button', { name: 'Promote' }).click();
    await expect(status).toContainText(next);
    await expect(retro).toContainText(`${next} live`);
    expect((await readPointer(store.folder, 'retro')).live?.version).toBe(next);
  });

  await test.step('a failure is shown in the dialog, and the typed reason is kept', async () => {
    await retro.getByRole('button', { name: 'Switch off: retro' }).click();
    writeFileSync(join(folderOf(store.folder, 'retro'), 'pointer.json'), '{ "live":');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Too late.');
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await expect(dialog.getByRole('alert')).toContainText('pointer.json cannot be read');
    await expect(dialog.getByRole('textbox')).toHaveValue('Too late.');
    await page.keyboard.press('Escape');
    await letItAsk();
    await expect(retro).toContainText('pointer.json cannot be read');
    rmSync(join(folderOf(store.folder, 'retro'), 'pointer.json'));
  });

  await test.step('a server that does not respond is reported', async () => {
    allowConsole(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
    await page.route('**/_operate/state', (route) => route.abort());
    const alert = page.getByRole('alert');
    await letItAsk();
    await expect(alert).toContainText('The server does not answer. The data shown is old.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeHidden();
  });
});

const retro = pageOf('retro');

/** Opens retro as a device in a bucket, and checks that the given version runs and that its links work. */
async function visit(page: Page, bucket: string, version: string): Promise<void> {
  await page.addInitScript((value) => {
    localStorage.setItem('better-space-bucket:retro', value);
  }, bucket);
  await page.goto('/retro');
  await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', version);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your week is the game');
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '[ CONTINUE ]' })).toBeVisible();
}

// What counts as failing: shared/store/src/canary.test.ts.
test('a canary that throws falls back to the live version for its visitors, and halts by itself', async ({
  site,
  store,
  newVisitor,
  allowConsole,
}) => {
  const live = store.soundOf('retro');
  const canary = await store.addVersion('retro', retro.chunk, () => `${throwing(retro)}\n// a canary\n`);
  const since = new Date().toISOString();
  await store.setPointer('retro', () => ({ canary: { version: canary, percent: 20, since } }));
  const newDevice = () => newVisitor(undefined, { extraHTTPHeaders: newClientAddress() });
  // Five devices report the live version, and four the canary: too few to halt it.
  for (let bucket = 1; bucket <= 5; bucket += 1)
    for (const event of [
      { version: live, outcome: 'loaded', cause: 'none', bucket: 50 + bucket },
      ...(bucket < 5 ? [{ version: canary, outcome: 'fell-back', cause: 'render', bucket }] : []),
    ])
      expect(await sendEvent(site.origin, event)).toBe(204);

  // A device below 20 is in a canary at 20 %.
  await visit(await newDevice(), '20', live);
  expect((await readPointer(store.folder, 'retro')).canary?.version).toBe(canary);
  const isThrown = (text: string) => text.includes(THROWN);
  allowConsole(new RegExp(THROWN));
  const canaryPage = await newDevice();
  const thrown: string[] = [];
  canaryPage.on('console', (message) => thrown.push(...[message.text()].filter(isThrown)));
  await visit(canaryPage, '19.99', live);
  expect(thrown).not.toEqual([]);

  const reason = 'failed on 5 of 5 devices, the live version on 0 of 6 devices';
  const pointer = { canary: null, halted: { version: canary, reason } };
  await expect.poll(() => readPointer(store.folder, 'retro')).toMatchObject(pointer);
  const output = await store.command('releases', 'retro', '--json');
  expect(JSON.parse(output.slice(output.indexOf('{')))).toMatchObject({ pointer });
  await expect.poll(() => site.output()).toContain(`The canary ${canary} of retro halted: it ${reason}.`);

  // No device gets it any more.
  thrown.length = 0;
  await visit(canaryPage, '19.99', live);
  const next = await newDevice();
  next.on('console', (message) => thrown.push(...[message.text()].filter(isThrown)));
  await visit(next, '0', live);
  expect(thrown).toEqual([]);
});

test('a device gets its canary; if neither canary nor live version loads, the one before runs, as the inspector shows', async ({
  page,
  store,
  events,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|dynamically imported module|Failed to find a valid digest/);
  const previous = store.soundOf('retro');
  const live = await equalVersion(store, retro, 'live');
  const canary = await equalVersion(store, retro, 'canary');
  const since = '2026-01-02T03:04:05.000Z';
  await store.goLive('retro', live, previous);
  await store.setPointer('retro', () => ({ canary: { version: canary, percent: 100, since } }));
  const other = await newVisitor();
  await other.goto('/retro');
  await expect.poll(() => regionOf(other, 'retro')).toEqual({ version: canary, source: 'canary' });

  for (const version of [canary, live]) store.breakFile('retro', version, /remoteEntry\.js$/, null);
  await page.goto('/retro');
  await expect(page.getByRole('heading', { level: 1, name: retro.heading })).toBeVisible();
  // The document contains the live version's page; the version for this device then replaces it.
  await expect.poll(() => regionOf(page, 'retro')).toEqual({ version: previous, source: 'previous' });
  await expect
    .poll(() => events.map((event) => [event.version, event.outcome]))
    .toEqual([[canary, 'fell-back']]);

  await page.keyboard.press('Alt+Shift+KeyI');
  const entry = page
    .getByRole('dialog', { name: 'Who owns this page' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'retro previous' }) });
  for (const words of [
    `Version: ${previous}`,
    `Live: ${live}`,
    `Canary: ${canary} · on 100 % of devices`,
    `Failed in this tab: ${canary} · network: .+; ${live} · network: .+`,
  ])
    await expect(entry).toContainText(new RegExp(words));
});
