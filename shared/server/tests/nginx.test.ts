import { expect, test } from 'vitest';
import { freePort } from '../src/testing/freePort.ts';
import { openTokens } from '../src/releases/tokens.ts';
import { startNginx } from '../src/testing/nginx.ts';
import { startTestServer } from '../src/testing/testServer.ts';
import { openHttp1 } from './support/rawHttp.ts';
import { makeCanaryStore } from './support/canaryStore.ts';

// What deploy/nginx passes on and refuses: e2e/specs/hosting.spec.ts.

test('nginx never logs the address of a calendar feed, not even if the server behind it is down', async () => {
  const secret = 'ca1e'.repeat(16);
  const store = await makeCanaryStore();
  const nginx = await startNginx(store.folder, await freePort());
  const status = async (origin: string, path: string) => (await openHttp1(origin).send({ path })).status;
  try {
    expect(await status(nginx.plainOrigin, `/calendar/${secret}.ics`)).toBe(301);
    expect(await status(nginx.origin, `/calendar/${secret}.ics`)).toBe(502);
    expect(await status(nginx.origin, '/rest/v1/tasks')).toBe(502);
    await expect.poll(() => nginx.log()).toContain('GET /rest/v1/tasks HTTP/1.1" 502');
    expect(nginx.log()).toContain('Connection refused');
    expect(nginx.log()).not.toContain(secret);
  } finally {
    await nginx.stop();
    store.remove();
  }
});

test('nginx passes releases of up to 50 MB on, and rejects larger ones', async () => {
  const store = await makeCanaryStore();
  const server = await startTestServer({ siteDir: store.folder, trustProxy: 'loopback' });
  const nginx = await startNginx(store.folder, Number(new URL(server.origin).port));
  try {
    const options = { remote: 'retro', name: 'CI', scope: 'all', by: 'Olga', days: 1 } as const;
    const { text } = await openTokens(server.dataDir).make(options);
    const { send } = openHttp1(nginx.origin);
    const put = (megabytes: number) =>
      send({
        method: 'PUT',
        path: '/_releases/retro',
        headers: { Authorization: `Bearer ${text}` },
        body: Buffer.alloc(megabytes * 1024 * 1024),
      });
    expect((await send({ path: '/_releases/retro/token' })).status).toBe(401);
    const { status, body } = await put(3);
    expect({ status, body }).toEqual({
      status: 400,
      body: expect.stringContaining('not a complete tar archive') as string,
    });
    expect((await put(51)).status).toBe(413);
  } finally {
    await nginx.stop();
    await server.close();
    store.remove();
  }
});
