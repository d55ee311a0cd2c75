import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { folderOf, readPointer } from '@space/store';
import { PAGES, THROWN, equalVersion, throwingVersion } from '../bench/faults/faults.ts';
import { expect, test } from '../bench/faults/test.ts';
import { expectAccessible } from '../support/accessible.ts';

// What an operator sees and does, and canaries, which go to a part of the devices and halt themselves.

let addressCount = 0;

/** A header that gives a request a client address of its own: the server counts only a few devices for each address. */
function newClientAddress(): Record<string, string> {
  addressCount += 1;
  return { 'x-forwarded-for': `203.0.113.${addressCount}` };
}

/** Sends an event about retro to a site from a new device, as pages do. Returns the response's status. */
async function sendEvent(origin: string, event: object): Promise<number> {
  const headers = { ...newClientAddress(), origin, 'content-type': 'text/plain' };
  const body = JSON.stringify({ id: 'retro', milliseconds: 100, ...event });
  return (await fetch(`${origin}/_events`, { method: 'POST', headers, body })).status;
}

test('an operator sees a failing release, rolls it back with the keyboard, and switches a remote off and on', async ({
  page,
  site,
  store,
  allowConsole,
}) => {
  const sound = store.soundOf('retro');
  const broken = await equalVersion(store, PAGES.retro, 'later');
  await store.goLive('retro', broken, sound);
  await page.clock.install();
  await page.goto(`${site.operatorOrigin}/_operate`);
  /** The page asks its server every five seconds. */
  const letItAsk = () => page.clock.fastForward(5_000);
  const retro = page.getByRole('region', { name: 'retro' });
  const status = retro.getByRole('status');
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByRole('textbox');
  const button = (name: string) => retro.getByRole('button', { name: `${name}: retro` });
  const confirm = (name: string) => dialog.getByRole('button', { name }).click();

  await test.step('failures appear without a reload', async () => {
    await expect(retro).toContainText(`${broken} livelast hour: 0 loaded, 0 healed, 0 failed`);
    await expect(page.getByText('A canary halts itself when')).toBeVisible();
    for (let bucket = 1; bucket <= 10; bucket += 1)
      await sendEvent(site.origin, { version: broken, outcome: 'failed', cause: 'render', bucket });
    await letItAsk();
    await expect(retro).toContainText('livelast hour: 0 loaded, 0 healed, 10 failed');
    await expectAccessible(page, "the operator's page");
  });

  await test.step('a rollback needs a confirmation, and its reason is recorded', async () => {
    await button('Roll back').press('Enter');
    await expect(dialog).toHaveAccessibleName('Roll back: retro?');
    await expect(dialog).toContainText(`${sound} becomes live again, and ${broken} is withdrawn.`);
    await page.keyboard.press('Escape');
    await expect(button('Roll back')).toBeFocused();
    for (const key of ['Enter', 'Tab']) await page.keyboard.press(key);
    await reason.fill('It throws.');
    await page.keyboard.press('Enter');
    await expect(status).toContainText(`retro is back at ${sound}; ${broken} is withdrawn.`);
    const { live, history, moves } = await readPointer(store.folder, 'retro');
    expect([live?.version, moves[0]?.reason]).toEqual([sound, 'It throws.']);
    expect(history[0]).toMatchObject({ version: broken, withdrawn: true });
    // It had been live before too.
    const twice = [...history, ...history.map((entry) => ({ ...entry, withdrawn: false }))];
    await store.setPointer('retro', () => ({ history: twice }));
    await letItAsk();
    await expect(button('Roll back')).toHaveCount(0);
    await retro.getByText('Who did what').press('Enter');
    const last = new RegExp(`the operator's pagerollback ${sound}.*It throws\\.`);
    await expect(retro.locator('details').getByRole('listitem').first()).toContainText(last);
    await expectAccessible(page, 'who did what', 1);
  });

  await test.step('switching off needs a reason, which visitors read', async () => {
    await button('Switch off').click();
    await expect(dialog).toHaveAccessibleName('Switch off: retro?');
    await confirm('Switch off');
    await expect(dialog).toContainText('Visitors read the reason: give one.');
    await expect(reason).toBeFocused();
    await expectAccessible(page, 'the question', 2);
    await reason.fill('We are moving house.');
    await confirm('Switch off');
    await expect(retro).toContainText('Switched off. Its pages say: We are moving house.');
    await page.goto(`${site.origin}/retro`);
    await expect(page.getByText('We are moving house.')).toBeVisible();
    await page.goto(`${site.operatorOrigin}/_operate`);
    await button('Switch on').click();
    await confirm('Switch on');
    await expect(status).toContainText(`retro is switched on again: ${sound} is live.`);
  });

  await test.step('a staged release is promoted', async () => {
    const next = await equalVersion(store, PAGES.retro, 'staged');
    await store.setPointer('retro', () => ({ staged: [{ version: next, since: new Date().toISOString() }] }));
    await letItAsk();
    await expect(retro).toContainText(`${next} staged`);
    await button(`Promote ${next}`).click();
    await expect(dialog).toContainText(`${next} becomes live for everyone`);
    await confirm('Promote');
    await expect(status).toContainText(next);
    await expect(retro).toContainText(`${next} live`);
    expect((await readPointer(store.folder, 'retro')).live?.version).toBe(next);
  });

  await test.step('a failure is shown in the dialog, and the typed reason is kept', async () => {
    const pointer = join(folderOf(store.folder, 'retro'), 'pointer.json');
    await button('Switch off').click();
    writeFileSync(pointer, '{ "live":');
    await reason.fill('Too late.');
    await confirm('Switch off');
    await expect(dialog.getByRole('alert')).toContainText('pointer.json cannot be read');
    await expect(reason).toHaveValue('Too late.');
    await page.keyboard.press('Escape');
    await letItAsk();
    await expect(retro).toContainText('pointer.json cannot be read');
    rmSync(pointer);
  });

  await test.step('a server that does not respond is reported', async () => {
    allowConsole(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
    await page.route('**/_operate/state', (route) => route.abort());
    const alert = page.getByRole('alert');
    // The time stands still after that: the page does not ask again by itself.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await expect(alert).toContainText('The server does not answer. The data shown is old.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeHidden();
  });
});

const { retro } = PAGES;

// What counts as failing: shared/store/src/canary.test.ts; what is tried after a canary: shell/src/load/versions.test.ts.
test('a canary that throws falls back to the live version for its visitors, and halts by itself', async ({
  site,
  store,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(new RegExp(THROWN));
  const live = store.soundOf('retro');
  const canary = await throwingVersion(store, retro);
  const since = new Date().toISOString();
  await store.setPointer('retro', () => ({ canary: { version: canary, percent: 20, since } }));
  // Five devices report the live version, and four the canary: too few to halt it.
  for (const bucket of [1, 2, 3, 4, 5]) {
    const loaded = { version: live, outcome: 'loaded', cause: 'none', bucket: 50 + bucket };
    expect(await sendEvent(site.origin, loaded)).toBe(204);
    const thrown = { version: canary, outcome: 'fell-back', cause: 'render', bucket };
    if (bucket < 5) expect(await sendEvent(site.origin, thrown)).toBe(204);
  }
  /** Opens retro as a device in a bucket. Expects the live version and working links. Returns whether the canary threw before. */
  const visit = async (bucket: string, page?: Page): Promise<boolean> => {
    const tab = page ?? (await newVisitor(undefined, { extraHTTPHeaders: newClientAddress() }));
    let hasThrown = false;
    tab.on('console', (message) => (hasThrown ||= message.text().includes(THROWN)));
    await tab.addInitScript((value) => localStorage.setItem('better-space-bucket:retro', value), bucket);
    await tab.goto('/retro');
    await expect(tab.locator('[data-remote="retro"]')).toHaveAttribute('data-version', live);
    await expect(tab.getByRole('heading', { level: 1 })).toContainText('Your week is the game');
    await tab.getByRole('link', { name: '[ PRESS START ]' }).click();
    await expect(tab.getByRole('heading', { level: 1, name: '[ CONTINUE ]' })).toBeVisible();
    return hasThrown;
  };

  // A device below 20 is in a canary at 20 %.
  expect(await visit('20')).toBe(false);
  expect((await readPointer(store.folder, 'retro')).canary?.version).toBe(canary);
  const canaryPage = await newVisitor(undefined, { extraHTTPHeaders: newClientAddress() });
  expect(await visit('19.99', canaryPage)).toBe(true);
  const reason = 'failed on 5 of 5 devices, the live version on 0 of 6 devices';
  const pointer = { canary: null, halted: { version: canary, reason } };
  await expect.poll(() => readPointer(store.folder, 'retro')).toMatchObject(pointer);
  await expect.poll(() => site.output()).toContain(`The canary ${canary} of retro halted: it ${reason}.`);

  // No device gets it any more.
  expect(await visit('19.99', canaryPage)).toBe(false);
});
