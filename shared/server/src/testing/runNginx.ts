import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { readText } from '../backend/files.ts';
import { installOnDebian } from './debian.ts';

const USUAL_PATHS = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/opt/homebrew/bin/nginx',
  '/usr/local/bin/nginx',
];
const PACKAGES = ['nginx', 'libnginx-mod-http-brotli-static'];

function findNginx(): string | null {
  const configured = process.env['NGINX_PATH'];
  if (configured) {
    if (!existsSync(configured)) throw new Error(`NGINX_PATH names ${configured}, which does not exist`);
    return configured;
  }
  return USUAL_PATHS.find((path) => existsSync(path)) ?? null;
}

/** Finds an nginx or, as root on Debian, installs one. Throws if neither works: no test is skipped. */
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

/** The value of a build option of nginx: `nginx -V` prints them to standard error. */
export function buildOption(nginx: string, word: string): string {
  const said = execFileSync('sh', ['-c', '"$0" -V 2>&1', nginx], { encoding: 'utf8' });
  return new RegExp(`--${word}=(\\S+)`).exec(said)?.[1] ?? '';
}

async function waitForPort(port: number, hasFailed: () => boolean): Promise<void> {
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

/** Whether nginx is installed on this machine. */
export const isNginxHere = () => findNginx() !== null;

interface NginxOptions {
  nginx: string;
  /** The folder of its files. `stop` deletes it. */
  folder: string;
  /** The port on which it listens. */
  port: number;
}

/** If we are root, its workers are root too, because they must read the folders of tests. */
const processSettings = () => `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off;`;

/** Runs nginx with a configuration for its `http` block. Rejects with the output of nginx if it does not start. */
export async function runNginx(parts: NginxOptions & { site: string; modules?: readonly string[] }) {
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
    `http { access_log ${join(folder, 'access.log')}; include ${join(dirname(buildOption(nginx, 'conf-path')), 'mime.types')};`,
    ...temporary,
    `include ${join(folder, 'site.conf')}; }`,
    processSettings(),
  ];
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'));
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await waitForPort(port, () => child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`nginx does not start: ${said}`);
  return {
    /** The error log, followed by the access log. */
    log: () => said + readText(join(folder, 'access.log')),
    /** Reloads the configuration, as after a release. */
    reload: () => void child.kill('SIGHUP'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
