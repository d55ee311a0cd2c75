import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { makeCertificate } from './certificate.ts';
import { freePort } from './freePort.ts';
import { buildOption, ensureNginx, runNginx } from './runNginx.ts';

export { ensureNginx, isNginxHere } from './runNginx.ts';

const DEPLOY = join(repositoryRoot, 'shared/server/deploy/nginx');

/**
 * Runs deploy/nginx for a store; with a `backendPort` its configuration for a backend is included. `wantedPort`: for callers
 * that must know the port in advance. `deploy`: a folder that replaces ours, for example with another site name.
 */
export async function startNginx(store: string, backendPort?: number, wantedPort?: number, deploy = DEPLOY) {
  const nginx = ensureNginx();
  const folder = mkdtempSync(join(tmpdir(), 'space-nginx-'));
  const [port, plainPort] = [wantedPort ?? (await freePort()), await freePort()];
  const brotli = join(buildOption(nginx, 'modules-path'), 'ngx_http_brotli_static_module.so');
  const hasBrotli = existsSync(brotli);

  const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
  for (const name of ['backend.conf', 'calendar.conf', 'releases.conf']) {
    const passedOn = read(name)
      .replaceAll('127.0.0.1:4173', `127.0.0.1:${backendPort}`)
      .replaceAll('/srv/better-space', store);
    writeFileSync(join(folder, name), passedOn);
  }
  const site = (await withCertificate(read('site.conf'), folder))
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replaceAll('/srv/better-space-deploy', folder)
    .replaceAll('/srv/better-space', store)
    .replace('# brotli_static on;', hasBrotli ? 'brotli_static on;' : '')
    .replaceAll('# include', backendPort === undefined ? '# include' : 'include');
  const modules = hasBrotli ? [`load_module ${brotli};`] : [];
  const running = await runNginx({ nginx, folder, port, site, modules });
  return {
    ...running,
    origin: `https://127.0.0.1:${port}`,
    /** The address without TLS, which redirects to `origin`. */
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    /** Whether this machine's nginx can send brotli. */
    hasBrotli,
  };
}

/** Runs an nginx that proxies everything to a port of this machine, with nginx's default headers. */
export async function startPlainNginx(backendPort: number, wantedPort?: number) {
  const nginx = ensureNginx();
  const folder = mkdtempSync(join(tmpdir(), 'space-nginx-'));
  const port = wantedPort ?? (await freePort());
  const site = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${backendPort}; } }`;
  const running = await runNginx({ nginx, folder, port, site });
  return { ...running, origin: `http://127.0.0.1:${port}` };
}

/** Adapts one of our configurations: with a new certificate, and without IPv6 addresses. */
async function withCertificate(text: string, folder: string): Promise<string> {
  const { cert, key } = await makeCertificate(['127.0.0.1']);
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  return text
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace(/(ssl_certificate ).*;/, `$1${join(folder, 'cert.pem')};`)
    .replace(/(ssl_certificate_key ).*;/, `$1${join(folder, 'key.pem')};`);
}
