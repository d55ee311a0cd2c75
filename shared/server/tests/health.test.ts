import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { listen } from '../src/http/listen.ts';
import { startHostedSite } from '../src/index.ts';
import { folderForEach } from './support/folder.ts';

const at = folderForEach();

test('a server says that it is alive, and whether its store can be read and its backend answers, within seconds', async () => {
  writeFileSync(at('index.html'), '<!doctype html>');
  // A backend that takes connections and never answers.
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // a TCP server that listens has one
  const supabase = { url: `http://127.0.0.1:${port}`, publishableKey: 'sb_publishable_x' };
  const site = await startHostedSite({ siteDir: at(), dataDir: at('.data'), supabase });
  const ask = async (address: string) => {
    const response = await fetch(address);
    return { status: response.status, text: await response.text() };
  };
  expect(await ask(`${site.origin}/healthz`)).toEqual({ status: 200, text: 'alive' });
  expect(await ask(`${site.origin}/readyz`)).toEqual({ status: 503, text: 'not ready' });
  expect(JSON.parse((await ask(`${site.operatorOrigin}/readyz`)).text)).toEqual({
    store: 'ready',
    backend: 'not ready',
  });
  expect((await ask(`${site.origin}/metrics`)).status).toBe(404);
  await site.close();
  silent.close();
});

test('who comes before a server answers is told so, and browsers ask again by themselves', async () => {
  const early = await listen(0, '127.0.0.1');
  const response = await fetch(early.origin);
  expect([response.status, await response.text()]).toEqual([503, 'Better Space is starting']);
  expect(response.headers.get('refresh')).toBe('1');
  expect(response.headers.get('retry-after')).toBe('1');
  // Longer than proxies keep a connection: who uses one that is just ended loses a request.
  expect(response.headers.get('keep-alive')).toBe('timeout=120');
  await early.close();
});
