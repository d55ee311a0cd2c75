import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@space/server/testing/freePort';
import { emailField } from '../support/authForm.ts';
import { copySource } from '../support/store.ts';
import type { Source } from '../support/store.ts';
import { expect, test as base } from '../support/test.ts';

// `npm run dev -- retro`: one remote from its source, everything else as it was released.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function develop(folder: string, dataDir: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const main = join(ROOT, 'shared/release/src/devOne/main.ts');
  const child = spawn(process.execPath, [main, '--from', folder, '--store', join(ROOT, 'dist/site')], {
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /in development: (http:\/\/[^/\s]+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('close', () => reject(new Error(output)));
  });
  return {
    origin,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const RELEASED = /^\d+\.\d+\.\d+-\w{12}$/;

/** `test` with a copy of retro's source and the origin of its development server. */
const test = base.extend<{ copy: Source & { origin: string } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  copy: async ({}, provide) => {
    const source = copySource('retro');
    const port = await freePort();
    source.edit('remote.json', /"port": \d+/, `"port": ${port}`);
    await provide({ ...source, origin: `http://127.0.0.1:${port}` });
    source.discard();
  },
  baseURL: [
    async ({ copy }, provide) => {
      const scratch = mkdtempSync(join(tmpdir(), 'space-dev-one-'));
      const development = await develop(copy.folder, join(scratch, 'data'));
      await provide(development.origin);
      await development.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
    { scope: 'test', timeout: 180_000 },
  ],
});

test('a component that is changed is shown at once, with what was typed; the other remotes are the released ones, and signing in works', async ({
  page,
  copy,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/\[vite\] (connecting|connected|hot updated)|React DevTools/);
  const foreign = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== baseURL) foreign.add(url.origin);
  });

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' })).toBeVisible();
  await expect(page.locator('[data-remote="marketing"]')).toHaveAttribute('data-version', RELEASED);
  expect([...foreign]).toEqual([]);

  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', 'development');
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await emailField(page).fill('ada@example.com');
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  await expect(page.getByText('PLAYER 1')).toBeAttached();

  copy.edit('src/auth/RetroAuthPage.tsx', 'PLAYER 1', 'PLAYER ONE');
  await expect(page.getByText('PLAYER ONE')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: '[ NEW GAME ]' })).toBeVisible();
  await expect(emailField(page)).toHaveValue('ada@example.com');
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
  expect([...foreign]).toEqual([copy.origin]);

  await page.getByLabel('Password', { exact: true }).fill('Passw0rd!');
  await page.getByRole('button', { name: '[ START ]' }).click();
  await expect(page).toHaveURL('/retro/dashboard');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-remote="planner"]')).toHaveAttribute('data-version', RELEASED);
});
