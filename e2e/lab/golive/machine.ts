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
import { ask } from '../../support/ask.ts';
import type { Tell } from './tell.ts';

const UNIT = join(ROOT, 'shared/server/deploy/systemd/better-space.service');
/** An account that owns nothing else here. */
const USER = 10_002;

const valueIn = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

/** What systemd itself says of the unit, with the programs and folders of this checkout in it. */
function verify(unit: string, home: string): void {
  const file = join(home, 'better-space.service');
  writeFileSync(file, unit.replaceAll('/srv/better-space-app', ROOT.replace(/\/$/, '')));
  execFileSync('systemd-analyze', ['verify', '--man=no', file], { stdio: 'pipe' });
}

/** Walks the way of one machine, but for systemd as the first process, and a certificate that the world believes. */
export async function walkMachine(tell: Tell): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'space-machine-'));
  chmodSync(home, 0o755);
  const unit = readFileSync(UNIT, 'utf8');
  try {
    if (existsSync('/usr/bin/systemd-analyze')) {
      verify(unit, home);
      tell.done('systemd-analyze verify finds nothing in better-space.service');
    }
    const [store, data] = [join(home, 'store'), join(home, 'data')];
    cpSync(TEST_SITE, store, { recursive: true });
    mkdirSync(data, { mode: 0o700 });
    execFileSync('chown', ['-R', `${USER}:${USER}`, store, data]);
    const node = join(home, 'node');
    copyFileSync(process.execPath, node);
    const [port, outside] = [await freePort(), await freePort()];
    const [, ...words] = valueIn(unit, 'ExecStart').split(' ');
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
      SITE_URL: `https://127.0.0.1:${outside}`,
    };
    const as = ['--reuid', `${USER}`, '--regid', `${USER}`, '--clear-groups', '--no-new-privs', node];
    const server = spawn('setpriv', [...as, ...words], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(server, 'exit');
    await Promise.race([
      once(server.stdout, 'data'),
      ended.then(() => Promise.reject(new Error('The server ended'))),
    ]);
    const ready = await ask(`http://127.0.0.1:${port}`, '/readyz');
    if (ready.status !== 200) throw new Error(`/readyz answers ${ready.status}`);
    tell.done('ExecStart with the settings of the unit, as another user: /readyz answers 200');

    const { publishableKey } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')) as {
      publishableKey: string;
    };
    writeFileSync(
      join(store, 'site.json'),
      JSON.stringify({
        url: `https://127.0.0.1:${outside}`,
        supabase: { url: '/', publishableKey },
        eventsUrl: '/_events',
        calendarUrl: '/calendar',
      }),
    );
    await derive(store);
    const nginx = await startNginx(store, port, outside);
    try {
      const page = await ask(nginx.origin, '/about');
      const { status: missing } = await ask(nginx.origin, '/no-such-page');
      const { status: led, headers } = await ask(nginx.plainOrigin, '/about');
      const found = [page.status, missing, led, headers.location?.startsWith('https://')];
      if (String(found) !== '200,404,301,true') throw new Error(`nginx answers ${found.join(', ')}`);
      const person = await request.newContext({ ignoreHTTPSErrors: true });
      const signedUp = await person.post(`${nginx.origin}/auth/v1/signup`, {
        headers: { apikey: publishableKey },
        data: { email: 'anna@example.com', password: 'Passw0rd!' },
      });
      await person.dispose();
      if (!signedUp.ok()) throw new Error(`A sign-up is answered with ${signedUp.status()}`);
      tell.done('nginx in front of it: 200, 404, http:// leads to https://; a person signs up through it');
    } finally {
      await nginx.stop();
      server.kill('SIGTERM');
      await ended;
    }
    if (server.exitCode !== 0) throw new Error(`SIGTERM ended the server with ${server.exitCode}`);
    tell.done('SIGTERM, as `systemctl stop` sends it, ends it with 0');
    tell.stopped('certbot', 'a certificate needs a name that the internet knows');
    tell.stopped('systemctl enable --now', 'systemd is not the first process here');
    tell.stopped('npm run data -- backup', 'it has tests of its own');
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
