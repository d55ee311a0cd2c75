import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startServerProcess } from '../../src/testing.ts';
import { copyTemplate } from '../../src/testing/template.ts';
import { contentOf, startMailServer } from '../../tests/support/mailServer.ts';
import { call, newAddress, PASSWORD } from '../person.ts';
import type { Figure } from '../run.ts';
import { openHttp1 } from '../../tests/support/rawHttp.ts';
import { measureTimes } from './times.ts';

/** Promise 4 for a server whose mail server does not respond. Takes the number of requests, and environment variables. */
export async function measureMailTimes(tries: number, more: Record<string, string>): Promise<Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'space-siege-'));
  const dataDir = join(root, 'data');
  await copyTemplate(dataDir);
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  let isSilent = false;
  const mailServer = await startMailServer({ onMail: () => (isSilent ? new Promise(() => {}) : null) });
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'space@planner.example' };
  const site = 'https://planner.example';
  const server = await startServerProcess({
    dataDir,
    siteDir: root,
    confirmEmail: true,
    env: { ...more, ...mail, SITE_URL: site },
  });
  const { send, close } = openHttp1(server.origin);
  const api = { send, publishableKey: server.publishableKey, operatorOrigin: server.operatorOrigin };
  try {
    const email = `${randomUUID()}@example.com`;
    const address = newAddress();
    await call(api, 'POST', '/auth/v1/signup', { body: { email, password: PASSWORD }, address });
    while (mailServer.received.length === 0) await setTimeout(50);
    const [taken] = mailServer.received;
    const [, token_hash] = /token_hash=([0-9a-f]{64})/.exec(taken ? contentOf(taken) : '') ?? [];
    await call(api, 'POST', '/auth/v1/verify', { body: { token_hash, type: 'signup' }, address });
    isSilent = true;
    return await measureTimes(api, email, tries, ', with a mail server that says nothing');
  } finally {
    close();
    await server.kill();
    await mailServer.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}
