import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCertificate } from '../src/testing.ts';
import { takePort } from '../src/testing/freePort.ts';
import { copyTemplate } from '../src/testing/template.ts';
import { startFailure, placeForEach } from './support/startup.ts';

// The server as `npm start` runs it. Further reasons to refuse a start: starting.test.ts.

const place = placeForEach();

test('prints the addresses of site and outbox, uses HTTP/2 with a certificate, and stops cleanly on SIGINT', async () => {
  const { cert, key } = await makeCertificate(['127.0.0.1']);
  await copyTemplate(place().dataDir);
  const files = { CERT_FILE: join(place().dataDir, 'cert.pem'), KEY_FILE: join(place().dataDir, 'key.pem') };
  writeFileSync(files.CERT_FILE, cert);
  writeFileSync(files.KEY_FILE, key, { mode: 0o600 });
  const server = await place().start({ env: files });
  expect(server.output()).toMatch(/Open it {3}https:\/\/127\.0\.0\.1:\d+\n/);
  expect(server.output()).toContain(`Outbox    ${server.operatorOrigin}/outbox`);
  const session = connect(server.origin, { ca: cert });
  await once(session, 'connect');
  expect(session.alpnProtocol).toBe('h2');
  session.close();
  expect(await server.kill('SIGINT')).toBe(0);
  expect(existsSync(join(place().dataDir, 'server.pid'))).toBe(false);
});

test('serves a hosted project under SITE_URL with a legacy key, and stops cleanly on SIGTERM', async () => {
  writeFileSync(join(place().siteDir, 'robots.txt'), 'Sitemap: %SITE_URL%/sitemap.xml');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const env = {
    SUPABASE_URL: 'https://abc.supabase.co',
    // A legacy key of a hosted project: a JWT.
    SUPABASE_KEY: `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ role: 'anon' })}.c2lnbmF0dXJl`,
    SITE_URL: 'https://planner.example',
  };
  const server = await place().start({ env });
  const robots = await (await fetch(`${server.origin}/robots.txt`)).text();
  expect(robots).toBe('Sitemap: https://planner.example/sitemap.xml');
  expect(await server.kill('SIGTERM')).toBe(0);
});

test('refuses to start with a message and exit code 1', async () => {
  const { port, release } = await takePort();
  expect(await startFailure(place().start({ port }))).toEqual({
    message: `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`,
    exitCode: 1,
  });
  await release();
  rmSync(join(place().siteDir, 'index.html'));
  expect(await startFailure(place().start())).toEqual({
    message: `There is no released site in ${place().siteDir}. Run "npm start" first.`,
    exitCode: 1,
  });
});
