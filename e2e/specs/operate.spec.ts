import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, readPointer } from '@space/store';
import { expect, test } from '../bench/faults/test.ts';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { sendEvent } from '../support/network.ts';

test('an operator sees a failing release, rolls it back with the keyboard, and switches a remote off and on', async ({
  page,
  site,
  store,
  allowConsole,
}) => {
  const sound = store.soundOf('retro');
  const broken = await store.addVersion('retro', /assets\/.*\.js$/, (text) => `${text}\n// later\n`);
  await store.goLive('retro', broken, sound);
  await page.goto(`${site.operatorOrigin}/_operate`);
  const retro = page.getByRole('region', { name: 'retro' });
  const status = retro.getByRole('status');

  await test.step('failures appear without a reload', async () => {
    await expect(retro).toContainText(`${broken} livelast hour: 0 loaded, 0 healed, 0 failed`);
    await expect(page.getByText('A canary halts itself when')).toBeVisible();
    for (let bucket = 1; bucket <= 10; bucket += 1) {
      await sendEvent(site.origin, { version: broken, outcome: 'failed', cause: 'render', bucket });
    }
    await expect(retro).toContainText('livelast hour: 0 loaded, 0 healed, 10 failed', { timeout: 15_000 });
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
    const { live, history } = await readPointer(store.folder, 'retro');
    expect(live).toMatchObject({ version: sound, message: 'It throws.' });
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
    await expect(retro).toContainText(`${next} staged`, { timeout: 15_000 });
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
    await expect(retro).toContainText('pointer.json cannot be read');
    rmSync(join(folderOf(store.folder, 'retro'), 'pointer.json'));
  });

  await test.step('a server that does not respond is reported', async () => {
    allowConsole(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
    await page.route('**/_operate/state', (route) => route.abort());
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The server does not answer. The data shown is old.', {
      timeout: 15_000,
    });
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeHidden();
  });
});
