import { once } from 'node:events';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { filesOf } from '@space/store';
import sirv from 'sirv';
import { createFaultStore } from '../bench/faults/faultStore.ts';
import { expect, test } from '../support/test.ts';

// What a browser gets from a plain file server that has an export (docs/go-live.md). Our server in front of a Supabase project:
// shared/server/tests/app.test.ts; other hosts: shared/release/tests/export.test.ts.

test('a release of retro reaches a plain file server by an export and an upload of what changed', async ({
  page,
  started,
}, info) => {
  const store = await started(createFaultStore());
  const supabase = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' };
  const settings = JSON.stringify({ url: 'https://planner.example', supabase });
  writeFileSync(join(store.folder, 'site.json'), settings);
  // It outlasts the test: sirv throws if a file is gone that it is about to send.
  const [live, next] = [info.outputPath('live'), info.outputPath('next/site')];
  await store.command('export', info.outputPath('next'));
  cpSync(next, live, { recursive: true });
  const server = await started(createServer(sirv(live, { dev: true })).listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has one
  const player = page.getByText(/^PLAYER/);

  await page.goto(`${origin}/about`);
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page).toHaveTitle('Better Space — Retro mode');
  await page.goto(`${origin}/retro/auth`);
  await expect(player).toHaveText('PLAYER 1');
  expect((await page.request.get(`${origin}/nowhere`)).status()).toBe(404);

  const change = (text: string) => text.replace('PLAYER 1', 'PLAYER ONE');
  await store.goLive('retro', await store.addVersion('retro', /RetroAuthPage-[^/]+\.js$/, change));
  await store.command('export', info.outputPath('next'));
  const added = (await filesOf(next)).filter((file) => !existsSync(join(live, file)));
  expect(added.filter((file) => !file.startsWith('remotes/retro/'))).toEqual([]);

  // Versions first: nothing names them yet.
  cpSync(join(next, 'remotes'), join(live, 'remotes'), { recursive: true });
  await page.goto(`${origin}/retro/auth`);
  await expect(player).toHaveText('PLAYER 1');
  cpSync(next, live, { recursive: true });
  await page.goto(`${origin}/retro/auth`);
  await expect(player).toHaveText('PLAYER ONE');
});
