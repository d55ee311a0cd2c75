import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillInFrom } from './fillIn.ts';
import { folderOf } from './layout.ts';
import { siteSchema } from './schema.ts';
import { SERVICE_WORKER, serviceWorkerOf } from './serviceWorker.ts';
import { makeRecord, fileOf } from './testing.ts';

const WORKER = 'addEventListener("fetch", () => {});';
const shell = makeRecord('shell', { files: { [SERVICE_WORKER]: fileOf(WORKER) } });
const site = siteSchema.parse({});

let store: string;
beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), 'space-service-worker-'));
  write(WORKER);
});
afterEach(() => rmSync(store, { recursive: true }));

function write(text: string): void {
  const file = join(folderOf(store, 'shell'), shell.version, SERVICE_WORKER);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

test('serves the service worker of the shell’s release', async () => {
  expect(await serviceWorkerOf(store, shell, site)).toBe(WORKER);
});

test.each([
  ['the operator switches it off', shell, siteSchema.parse({ serviceWorker: false }), WORKER],
  ['the shell’s release contains none', makeRecord('shell'), site, WORKER],
  ['the file does not match the release record', shell, site, `${WORKER}// changed`],
])('serves a worker that unregisters itself if %s', async (_, record, settings, text) => {
  write(text);
  const worker = await serviceWorkerOf(store, record, settings);
  expect(worker).toContain('registration.unregister()');
  expect(worker).not.toContain('fetch');
});

test('pages name no worker if the operator switches it off', () => {
  const head = '<meta name="service-worker" content="/service-worker.js">';
  expect(fillInFrom(site, head)).toBe(head);
  expect(fillInFrom(siteSchema.parse({ serviceWorker: false }), head)).toBe(
    '<meta name="service-worker" content="">',
  );
});
