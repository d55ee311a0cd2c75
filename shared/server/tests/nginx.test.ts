import { expect, test } from 'vitest';
import { freePort } from '../src/testing/freePort.ts';
import { startNginx } from '../src/testing/nginx.ts';
import { openHttp1 } from '../siege/send.ts';
import { makeCanaryStore } from './support/canaryStore.ts';

// What deploy/nginx passes on and refuses: e2e/specs/hosting.spec.ts, and siege/ in its way.

test('nginx writes no address of a calendar feed down, not even where the server behind it is silent', async () => {
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
