import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { listen } from '../src/http/listen.ts';
import { startHostedSite } from '../src/index.ts';
import { folderForEach } from './support/folder.ts';

const at = folderForEach();

test('reports within seconds that the server is alive, its store readable and its backend unresponsive', async () => {
  writeFileSync(at('index.html'), '<!doctype html>');
  // A backend that accepts connections and never responds.
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // a listening TCP server has an address
  const supabase = { url: `http://127.0.0.1:${port}`, publishableKey: 'sb_publishable_x' };
  const site = await startHostedSite({ siteDir: at(), dataDir: at('.data'), supabase });
  const get = async (address: string) => {
    const response = await fetch(address);
    return { status: response.status, text: await response.text() };
  };
  expect(await get(`${site.origin}/healthz`)).toEqual({ status: 200, text: 'alive' });
  expect(await get(`${site.origin}/readyz`)).toEqual({ status: 503, text: 'not ready' });
  expect(JSON.parse((await get(`${site.operatorOrigin}/readyz`)).text)).toEqual({
    store: 'ready',
    backend: 'not ready',
  });
  expect((await get(`${site.origin}/metrics`)).status).toBe(404);
  await site.close();
  silent.close();
});

test('responds 503 while the server is starting, and makes browsers retry automatically', async () => {
  const startingServer = await listen(0, '127.0.0.1');
  const response = await fetch(startingServer.origin);
  expect([response.status, await response.text()]).toEqual([503, 'Better Space is starting']);
  expect(response.headers.get('refresh')).toBe('1');
  expect(response.headers.get('retry-after')).toBe('1');
  // Longer than proxies keep a connection open: a request on one that the server has just closed is lost.
  expect(response.headers.get('keep-alive')).toBe('timeout=130');
  await startingServer.close();
});
