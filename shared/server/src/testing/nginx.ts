import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { makeCertificate } from './certificate.ts';
import { freePort } from './freePort.ts';

const DEPLOY = join(repositoryRoot, 'shared/server/deploy/nginx');
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

function installOnDebian(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('No nginx found: installing the one of Debian ...');
  // Workers that start at the same time take turns: apt refuses a second one, and the first may have installed it by then.
  const install = `command -v nginx || { apt-get update -qq && apt-get install -y -qq ${PACKAGES.join(' ')}; }`;
  execFileSync('flock', [join(tmpdir(), 'better-space-nginx.lock'), 'sh', '-c', install], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Finds an nginx or, as root on Debian, installs one. Throws when there is none: its tests are never skipped. */
function ensureNginx(): string {
  const found = findNginx();
  if (found) return found;
  installOnDebian();
  const installed = findNginx();
  if (installed) return installed;
  throw new Error(
    `The tests of deploy/nginx need nginx. Install it (Debian: apt-get install ${PACKAGES.join(' ')}), or name it in NGINX_PATH.`,
  );
}

/** A word of how nginx was built: `nginx -V` says all of them on standard error. */
function builtWith(nginx: string, word: string): string {
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

/**
 * Runs deploy/nginx over a store, with the other files of the folder for a backend. `wantedPort`: for one that must know before;
 * `deploy`: the folder in the place of ours, for another name of the site.
 */
export async function startNginx(store: string, backendPort?: number, wantedPort?: number, deploy = DEPLOY) {
  const nginx = ensureNginx();
  const folder = mkdtempSync(join(tmpdir(), 'space-nginx-'));
  const [port, plainPort] = [wantedPort ?? (await freePort()), await freePort()];
  const { cert, key } = await makeCertificate(['127.0.0.1']);
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  const brotli = join(builtWith(nginx, 'modules-path'), 'ngx_http_brotli_static_module.so');
  const hasBrotli = existsSync(brotli);

  const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
  for (const name of ['backend.conf', 'calendar.conf', 'releases.conf']) {
    const passedOn = read(name)
      .replaceAll('127.0.0.1:4173', `127.0.0.1:${backendPort}`)
      .replaceAll('/srv/better-space', store);
    writeFileSync(join(folder, name), passedOn);
  }
  const site = read('site.conf')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replace(/(ssl_certificate ).*;/, `$1${join(folder, 'cert.pem')};`)
    .replace(/(ssl_certificate_key ).*;/, `$1${join(folder, 'key.pem')};`)
    .replaceAll('/srv/better-space-deploy', folder)
    .replaceAll('/srv/better-space', store)
    .replace('# brotli_static on;', hasBrotli ? 'brotli_static on;' : '')
    .replaceAll('# include', backendPort === undefined ? '# include' : 'include');
  const modules = hasBrotli ? [`load_module ${brotli};`] : [];
  const running = await run({ nginx, folder, port, site, modules });
  return {
    ...running,
    origin: `https://127.0.0.1:${port}`,
    /** Where it leads on from, without TLS. */
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    /** Whether this machine's nginx can send brotli. */
    hasBrotli,
  };
}

/** Runs an nginx that passes everything on to a port of this machine, with the headers nginx sends by default. */
export async function startPlainNginx(backendPort: number, wantedPort?: number) {
  const nginx = ensureNginx();
  const folder = mkdtempSync(join(tmpdir(), 'space-nginx-'));
  const port = wantedPort ?? (await freePort());
  const site = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${backendPort}; } }`;
  const running = await run({ nginx, folder, port, site, modules: [] });
  return { ...running, origin: `http://127.0.0.1:${port}` };
}

/** Runs an nginx before several servers, as docs/operate-the-site.md says: they take turns, and one that is gone is passed over. */
export async function startBalancer(ports: readonly number[]) {
  const nginx = ensureNginx();
  const folder = mkdtempSync(join(tmpdir(), 'space-nginx-'));
  const port = await freePort();
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ');
  const site = `
    upstream better_space { ${servers} }
    server {
      listen 127.0.0.1:${port};
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $remote_addr;
      location / { proxy_pass http://better_space; }
      location /rest/v1/ {
        proxy_pass http://better_space;
        proxy_next_upstream error timeout non_idempotent;
      }
    }`;
  const running = await run({ nginx, folder, port, site, modules: [] });
  return { ...running, origin: `http://127.0.0.1:${port}` };
}

/** Runs nginx in a folder, which is deleted with it. Rejects with what nginx said when it does not start. */
async function run(parts: { nginx: string; folder: string; port: number; site: string; modules: string[] }) {
  const { nginx, folder, port, site, modules } = parts;
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const main = [
    ...modules,
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off; worker_processes 1; error_log stderr warn;',
    `pid ${join(folder, 'nginx.pid')};`,
    'events {}',
    `http { access_log ${join(folder, 'access.log')}; include ${join(dirname(builtWith(nginx, 'conf-path')), 'mime.types')};`,
    ...temporary,
    `include ${join(folder, 'site.conf')}; }`,
  ];
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'));

  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await untilAnswered(port, () => child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`nginx does not start: ${said}`);
  return {
    /** What it has written down: errors, and what was asked. */
    log: () => said + readFileSync(join(folder, 'access.log'), 'utf8'),
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
