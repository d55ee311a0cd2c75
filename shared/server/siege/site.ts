import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate, startServerProcess, type ServerProcess } from '../src/testing.ts';
import { startNginx, startPlainNginx } from '../src/testing/nginx.ts';
import { openTokens } from '../src/releases/tokens.ts';
import { copyTemplate } from '../src/testing/template.ts';
import { makeCanaryStore } from '../tests/support/canaryStore.ts';
import { openHttp1, openHttp2, textIn } from '../tests/support/rawHttp.ts';
import { addTask, signUp } from './person.ts';

export const WAYS = ['HTTP/1.1', 'HTTP/2', 'nginx as it is', 'deploy/nginx'] as const;
export type Way = (typeof WAYS)[number];
/** The ways on which clients have different addresses. Behind a proxy that names no client, all share one. */
export const WAYS_WITH_ADDRESSES: readonly Way[] = ['HTTP/1.1', 'HTTP/2', 'deploy/nginx'];

export type Site = Awaited<ReturnType<typeof openSite>>;

const PAGE = '<!doctype html><html lang="en"><title>Better Space</title><h1>Better Space</h1></html>';
export const GOOGLE_SECRET = 'GOCSPX-of-the-siege-only';

/** Starts a server in a separate process and the proxy in front of it, if any, and creates two accounts. */
export async function openSite(way: Way, limits: boolean, more: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'space-siege-'));
  const dataDir = join(root, 'data');
  await copyTemplate(dataDir);
  const store = await makeCanaryStore();
  writeFileSync(join(store.folder, 'index.html'), PAGE);
  writeFileSync(join(store.folder, '404.html'), PAGE.replace('<h1>', '<h1>Not found: '));
  const isBehindNginx = way.includes('nginx');
  const siteUrl = isBehindNginx ? { SITE_URL: 'https://planner.example' } : undefined;
  const env = {
    RATE_LIMITS: limits ? 'on' : 'off',
    GOOGLE_CLIENT_ID: 'siege.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: GOOGLE_SECRET,
    ...siteUrl,
    ...trustOf(way),
    ...(way === 'HTTP/2' ? await certificateIn(root) : {}),
    ...more,
  };
  const server = await startServerProcess({ dataDir, siteDir: store.folder, confirmEmail: true, env });
  const front = await openFront(way, server, store.folder);
  const api = { ...front, publishableKey: server.publishableKey, operatorOrigin: server.operatorOrigin };
  const anna = await signUp(api);
  const bert = await signUp(api);
  const annasTask = textIn(await addTask(api, anna, 'A private plan'), 'id');
  return {
    ...api,
    way,
    siteUrl: siteUrl?.SITE_URL ?? server.origin,
    server,
    store,
    dataDir,
    tokens: openTokens(dataDir, server.query),
    /** The victim: her tasks must not change. */
    anna,
    annasTask,
    bert,
    async close() {
      await front.close();
      await server.kill();
      store.remove();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * The proxies whose X-Forwarded-For is trusted. nginx with default headers forwards the client's own, so it is not trusted.
 * Behind deploy/nginx users are at 127.0.0.3, attackers at 127.0.0.2, the proxy at 127.0.0.1.
 */
function trustOf(way: Way): Record<string, string> {
  if (way === 'nginx as it is') return {};
  return { TRUST_PROXY: way === 'deploy/nginx' ? '127.0.0.1' : 'loopback' };
}

async function certificateIn(folder: string): Promise<Record<string, string>> {
  const files = { CERT_FILE: join(folder, 'cert.pem'), KEY_FILE: join(folder, 'key.pem') };
  const { cert, key } = await makeCertificate(['127.0.0.1']);
  writeFileSync(files.CERT_FILE, cert);
  writeFileSync(files.KEY_FILE, key, { mode: 0o600 });
  return files;
}

/** Starts what is in front of a server. `another` opens new connections, behind deploy/nginx from another address. */
async function openFront(way: Way, { origin }: ServerProcess, store: string) {
  if (way === 'HTTP/1.1' || way === 'HTTP/2') {
    const another = () => (way === 'HTTP/2' ? openHttp2(origin) : openHttp1(origin));
    const { send, close } = another();
    return { send, origin, another, close: async () => close() };
  }
  const port = Number(new URL(origin).port);
  const isOurs = way === 'deploy/nginx';
  const nginx = isOurs ? await startNginx(store, port) : await startPlainNginx(port);
  const another = () => openHttp1(nginx.origin, isOurs ? '127.0.0.2' : undefined);
  const { send } = openHttp1(nginx.origin, isOurs ? '127.0.0.3' : undefined);
  return { send, origin: nginx.origin, another, close: nginx.stop };
}
