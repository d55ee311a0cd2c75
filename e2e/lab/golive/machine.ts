import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from '@playwright/test';
import { ROOT, TEST_SITE } from '@space/release';
import { freePort } from '@space/server/testing/freePort';
import { startNginx } from '@space/server/testing/nginx';
import { derive } from '@space/store';
import { requestPath } from '../../support/requestPath.ts';
import type { WalkLog } from './walkLog.ts';

const UNIT = join(ROOT, 'shared/server/deploy/systemd/better-space.service');
/** A user id that owns nothing else on this machine. */
const USER = 10_002;

const valueIn = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

/** Lets systemd verify the unit, with the paths of this checkout in it. */
function verify(unit: string, home: string): void {
  const file = join(home, 'better-space.service');
  writeFileSync(file, unit.replaceAll('/srv/better-space-app', ROOT.replace(/\/$/, '')));
  execFileSync('systemd-analyze', ['verify', '--man=no', file], { stdio: 'pipe' });
}

/** Follows the way of one machine, except for systemd as init and a publicly trusted certificate. */
export async function walkMachine(log: WalkLog): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'space-machine-'));
  chmodSync(home, 0o755);
  const unit = readFileSync(UNIT, 'utf8');
  try {
    if (existsSync('/usr/bin/systemd-analyze')) {
      verify(unit, home);
      log.done('systemd-analyze verify finds nothing in better-space.service');
    }
    const [store, data] = [join(home, 'store'), join(home, 'data')];
    cpSync(TEST_SITE, store, { recursive: true });
    mkdirSync(data, { mode: 0o700 });
    execFileSync('chown', ['-R', `${USER}:${USER}`, store, data]);
    const node = join(home, 'node');
    copyFileSync(process.execPath, node);
    const [port, publicPort] = [await freePort(), await freePort()];
    const [, ...args] = valueIn(unit, 'ExecStart').split(' ');
    const settings = valueIn(unit, 'Environment')
      .split(' ')
      .map((one) => one.split('=') as [string, string]);
    const env = {
      PATH: process.env['PATH'],
      HOME: data,
      ...Object.fromEntries(settings),
      SITE_DIR: store,
      DATA_DIR: data,
      PORT: String(port),
      SITE_URL: `https://127.0.0.1:${publicPort}`,
    };
    const runAs = ['--reuid', `${USER}`, '--regid', `${USER}`, '--clear-groups', '--no-new-privs', node];
    const server = spawn('setpriv', [...runAs, ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(server, 'exit');
    await Promise.race([
      once(server.stdout, 'data'),
      ended.then(() => Promise.reject(new Error('The server ended'))),
    ]);
    const ready = await requestPath(`http://127.0.0.1:${port}`, '/readyz');
    if (ready.status !== 200) throw new Error(`/readyz answers ${ready.status}`);
    log.done('ExecStart with the settings of the unit, as another user: /readyz answers 200');

    const { publishableKey } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')) as {
      publishableKey: string;
    };
    writeFileSync(
      join(store, 'site.json'),
      JSON.stringify({
        url: `https://127.0.0.1:${publicPort}`,
        supabase: { url: '/', publishableKey },
        eventsUrl: '/_events',
        calendarUrl: '/calendar',
      }),
    );
    await derive(store);
    const nginx = await startNginx(store, port, publicPort);
    try {
      const page = await requestPath(nginx.origin, '/about');
      const { status: missing } = await requestPath(nginx.origin, '/no-such-page');
      const { status: redirect, headers } = await requestPath(nginx.plainOrigin, '/about');
      const results = [page.status, missing, redirect, headers.location?.startsWith('https://')];
      if (String(results) !== '200,404,301,true') throw new Error(`nginx answers ${results.join(', ')}`);
      const client = await request.newContext({ ignoreHTTPSErrors: true });
      const signedUp = await client.post(`${nginx.origin}/auth/v1/signup`, {
        headers: { apikey: publishableKey },
        data: { email: 'anna@example.com', password: 'Passw0rd!' },
      });
      await client.dispose();
      if (!signedUp.ok()) throw new Error(`A sign-up is answered with ${signedUp.status()}`);
      log.done('nginx in front of it: 200, 404, http:// leads to https://; a person signs up through it');
    } finally {
      await nginx.stop();
      server.kill('SIGTERM');
      await ended;
    }
    if (server.exitCode !== 0) throw new Error(`SIGTERM ended the server with ${server.exitCode}`);
    log.done('SIGTERM, as `systemctl stop` sends it, ends it with 0');
    log.skipped('certbot', 'a certificate needs a name that the internet knows');
    log.skipped('systemctl enable --now', 'systemd is not the first process here');
    log.skipped('npm run data -- backup', 'it has tests of its own');
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
