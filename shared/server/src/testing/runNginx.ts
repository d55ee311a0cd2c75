import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { readText } from '../backend/files.ts';
import { installOnDebian } from './debian.ts';

const SYSTEM = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/opt/homebrew/bin/nginx',
  '/usr/local/bin/nginx',
];
const PACKAGES = ['nginx', 'libnginx-mod-http-brotli-static'];

function findNginx(): string | null {
  const asked = process.env['NGINX_PATH'];
  if (asked) {
    if (!existsSync(asked)) throw new Error(`NGINX_PATH names ${asked}, which does not exist`);
    return asked;
  }
  return SYSTEM.find((path) => existsSync(path)) ?? null;
}

/** Finds an nginx or, as root on Debian, installs one. Throws when there is none: its tests are never skipped. */
export function ensureNginx(): string {
  const found = findNginx();
  if (found) return found;
  installOnDebian({ name: 'nginx', isThere: 'command -v nginx', packages: PACKAGES });
  const installed = findNginx();
  if (installed) return installed;
  throw new Error(
    `The tests of deploy/nginx need nginx. Install it (Debian: apt-get install ${PACKAGES.join(' ')}), or name it in NGINX_PATH.`,
  );
}

/** A word of how nginx was built: `nginx -V` says all of them on standard error. */
export function builtWith(nginx: string, word: string): string {
  const said = execFileSync('sh', ['-c', '"$0" -V 2>&1', nginx], { encoding: 'utf8' });
  return new RegExp(`--${word}=(\\S+)`).exec(said)?.[1] ?? '';
}

async function untilAnswered(port: number, hasFailed: () => boolean): Promise<void> {
  for (;;) {
    if (hasFailed()) return;
    const socket = createConnection(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
  }
}

/** Whether this machine has an nginx. */
export const isNginxHere = () => findNginx() !== null;

interface Folder {
  nginx: string;
  /** Is deleted with it. */
  folder: string;
  /** Where it listens. */
  port: number;
}

/** As root its workers are as well, for they read the folders of tests. */
const asOurselves = () => `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off;`;

/** Runs nginx with what belongs into its block `http`. Rejects with what nginx said when it does not start. */
export function run(parts: Folder & { site: string; modules?: readonly string[] }) {
  const { nginx, folder, port, site, modules = [] } = parts;
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const main = [
    ...modules,
    'worker_processes 1; error_log stderr warn;',
    `pid ${join(folder, 'nginx.pid')};`,
    'events {}',
    `http { access_log ${join(folder, 'access.log')}; include ${join(dirname(builtWith(nginx, 'conf-path')), 'mime.types')};`,
    ...temporary,
    `include ${join(folder, 'site.conf')}; }`,
  ];
  return runWhole({ nginx, folder, port }, main.join('\n'));
}

/** Runs nginx with a whole configuration. Rejects as `run`. */
export async function runWhole({ nginx, folder, port }: Folder, configuration: string) {
  writeFileSync(join(folder, 'nginx.conf'), `${configuration}\n${asOurselves()}`);
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await untilAnswered(port, () => child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`nginx does not start: ${said}`);
  return {
    /** What it has written down: errors, and what was asked. */
    log: () => said + readText(join(folder, 'access.log')),
    /** Reads the configuration anew, as after a release. */
    reload: () => void child.kill('SIGHUP'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
