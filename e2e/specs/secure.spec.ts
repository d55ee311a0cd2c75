import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@space/server/testing';
import { submit } from '../support/authForm.ts';
import { openComposer, taskRow } from '../support/planner.ts';
import { startSite } from '../support/site.ts';
import { logOut } from '../support/storage.ts';
import { today } from '../support/tasks.ts';
import { expect, test as base } from '../support/test.ts';

/** The site as `npm start` serves it with a certificate: HTTP/2 over TLS, everything on one connection. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  baseURL: async ({}, provide) => {
    const folder = mkdtempSync(join(tmpdir(), 'space-certificate-'));
    const { cert, key } = await makeCertificate(['127.0.0.1']);
    const files = { CERT_FILE: join(folder, 'cert.pem'), KEY_FILE: join(folder, 'key.pem') };
    writeFileSync(files.CERT_FILE, cert);
    writeFileSync(files.KEY_FILE, key, { mode: 0o600 });
    const site = await startSite({ env: files });
    await provide(site.origin);
    await site.discard();
    rmSync(folder, { recursive: true });
  },
});
test.use({ ignoreHTTPSErrors: true });

test('a person signs up, plans, comes back and leaves over HTTP/2', async ({ page }) => {
  const protocols = new Set<string>();
  const note = async () => {
    const used = await page.evaluate(() =>
      performance
        .getEntries()
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => new URL(name).origin === location.origin)
        .map(({ nextHopProtocol }) => nextHopProtocol),
    );
    used.forEach((protocol) => protocols.add(protocol));
  };
  await page.goto('/auth');
  await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
  await submit(page, 'Sign Up', 'anna@example.com', 'Passw0rd!');
  await expect(page).toHaveURL('/dashboard');
  await openComposer(page, today());
  await page.keyboard.type('Water the plants');
  await page.keyboard.press('Enter');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await note();
  await page.reload();
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await note();
  await logOut(page);
  await expect(page).toHaveURL('/auth');
  await submit(page, 'Sign In', 'anna@example.com', 'Passw0rd!');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await note();
  expect([...protocols]).toEqual(['h2']);
});
