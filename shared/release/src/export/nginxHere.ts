import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const USUAL_PATHS = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/opt/homebrew/bin/nginx',
  '/usr/local/bin/nginx',
];

/** Finds an nginx on this machine: `NGINX_PATH`, or the usual places; null if there is none. */
export function findNginx(): string | null {
  const configured = process.env['NGINX_PATH'];
  if (configured && !existsSync(configured))
    throw new Error(`NGINX_PATH names ${configured}, which does not exist`);
  return configured || (USUAL_PATHS.find((path) => existsSync(path)) ?? null);
}

/**
 * Serves an export for nginx by nginx itself, without TLS. Takes the program and the folder of the export; returns its
 * origin and `close`. Rejects with the output of nginx if it does not start.
 */
export async function serveByNginx(nginx: string, exported: string) {
  const folder = mkdtempSync(join(tmpdir(), 'space-nginx-'));
  const port = await freePort();
  const site = readFileSync(join(exported, 'nginx/site.conf'), 'utf8')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    // The server block that redirects to TLS needs the port 80.
    .replace(/^server \{\n {4}listen 80;[^}]*\}\n/m, '')
    .replaceAll(/^ *(listen \[::\]|ssl_).*\n/gm, '')
    .replaceAll('/srv/better-space', join(exported, 'site'));
  const mimeTypes = join(dirname(buildOption(nginx, 'conf-path')), 'mime.types');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = [
    'worker_processes 1; error_log stderr warn; daemon off;',
    // If we are root, its workers are root too: they must read the folders of this user.
    process.getuid?.() === 0 ? 'user root;' : '',
    `pid ${join(folder, 'nginx.pid')};`,
    'events {}',
    `http { access_log off; include ${mimeTypes};`,
    ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
    `${site} }`,
  ];
  writeFileSync(join(folder, 'nginx.conf'), lines.join('\n'));
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await waitForPort(port, () => child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`nginx does not start: ${output}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The value of a build option of nginx: `nginx -V` prints them to standard error. */
function buildOption(nginx: string, name: string): string {
  const output = execFileSync('sh', ['-c', '"$0" -V 2>&1', nginx], { encoding: 'utf8' });
  return new RegExp(`--${name}=(\\S+)`).exec(output)?.[1] ?? '';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a listening TCP server is never a string or null.
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function waitForPort(port: number, hasFailed: () => boolean): Promise<void> {
  while (!hasFailed()) {
    const socket = createConnection(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
  }
}
