import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer, type ServerOptions } from '../src/index.ts';
import { readSettings } from '../src/settings.ts';
import { makeCertificate } from '../src/testing.ts';
import { takePort } from '../src/testing/freePort.ts';
import { copyTemplate } from '../src/testing/template.ts';
import { placeForEach } from './support/startup.ts';

// The messages of a server that cannot start. Invalid settings: settings.test.ts.

const place = placeForEach();

async function refusal(options: Partial<ServerOptions>): Promise<unknown> {
  const { dataDir, siteDir } = place();
  const start = startServer({ dataDir, siteDir, ...options });
  await expect(start).rejects.toMatchObject({ name: 'StartError' });
  return start.catch((error: unknown) => Reflect.get(Object(error), 'message'));
}

test('rejects an operator port in use, an address that this machine does not have, and an invalid proxy', async () => {
  const { port, release } = await takePort();
  expect(await refusal({ operatorPort: port })).toContain('set OPERATOR_PORT to another port.');
  await release();
  expect(await refusal({ host: '203.0.113.1' })).toBe(
    'This machine has no address 203.0.113.1 to listen on. Correct HOST or leave it out.',
  );
  expect(await refusal({ trustProxy: 'the proxy' })).toBe(
    'TRUST_PROXY must name addresses of proxies ("loopback", "10.0.0.0/8, 192.168.1.5"), not "the proxy".',
  );
});

test('rejects a missing certificate, and a key of another certificate', async () => {
  const CERT_FILE = join(place().siteDir, 'none.pem');
  expect(() => readSettings({ CERT_FILE, KEY_FILE: CERT_FILE })).toThrow(
    `CERT_FILE cannot be read: ENOENT: no such file or directory, open '${CERT_FILE}'.`,
  );
  const { cert } = await makeCertificate(['127.0.0.1']);
  const { key } = await makeCertificate(['127.0.0.1']);
  expect(await refusal({ tls: { cert, key } })).toMatch(
    /^The certificate and its key cannot be used: .*key values mismatch\.$/,
  );
});

test('rejects an unusable data directory, also below /proc, where creating one never returns', async () => {
  const dataDir = join(place().siteDir, 'index.html', 'data');
  expect(await refusal({ dataDir })).toMatch(
    new RegExp(`^The data directory ${dataDir} cannot be used: ENOTDIR.*\\.$`),
  );
  expect(await refusal({ dataDir: '/proc/nope/data' })).toMatch(
    /^The data directory \/proc\/nope\/data cannot be used: ENOENT.*\.$/,
  );
});

describe('rejects a damaged database with a message that says what to do:', () => {
  test.each<[string, (database: string) => void]>([
    ['an empty pg_control', (database) => writeFileSync(join(database, 'global/pg_control'), '')],
    [
      'a truncated write-ahead log',
      (database) => {
        const folder = join(database, 'pg_wal');
        const files = readdirSync(folder).filter((name) => name.startsWith('0'));
        for (const name of files) truncateSync(join(folder, name), 100);
      },
    ],
    ['missing tables', (database) => rmSync(join(database, 'base'), { recursive: true })],
  ])('%s', async (_, damage) => {
    await copyTemplate(place().dataDir);
    const database = join(place().dataDir, 'database');
    damage(database);
    expect(await refusal({})).toBe(
      `The database in ${database} cannot be opened: its files are damaged or incomplete. Put a copy of them back, or move the folder away to begin with an empty one.`,
    );
  });
});
