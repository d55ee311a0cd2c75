import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.ts';
import { startBalancer } from './nginx.ts';
import { startServerProcess, type ServerProcess } from './serverProcess.ts';

export type Nodes = Awaited<ReturnType<typeof startNodes>>;

interface NodesOptions {
  /** The database that all of them share. */
  databaseUrl: string;
  count: number;
  /** The store that all of them share. Absent: a site of one page. */
  siteDir?: string;
  env?: Record<string, string>;
}

/** Starts several servers of one site at the same time, behind an nginx. Each has its own data directory. */
export async function startNodes({ databaseUrl, count, siteDir, env = {} }: NodesOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'space-nodes-'));
  const store = siteDir ?? join(folder, 'site');
  if (siteDir === undefined) {
    mkdirSync(store);
    writeFileSync(join(store, 'index.html'), '<!doctype html><title>Better Space</title>');
  }
  const ports: number[] = [];
  for (let index = 0; index < count; index += 1) ports.push(await freePort());
  const balancer = await startBalancer(ports);
  const all = { DATABASE_URL: databaseUrl, SITE_URL: balancer.origin, TRUST_PROXY: 'loopback', ...env };
  const start = (port: number): Promise<ServerProcess> =>
    startServerProcess({ dataDir: join(folder, `node-${port}`), siteDir: store, port, env: all });
  const servers = await Promise.all(ports.map(start));
  return {
    origin: balancer.origin,
    secureOrigin: balancer.secureOrigin,
    publishableKey: servers[0]?.publishableKey ?? '',
    servers,
    log: balancer.log,
    /** Stops one server and starts it again on the same port. */
    async restart(index: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      await servers[index]?.kill(signal);
      servers[index] = await start(ports[index] ?? 0);
    },
    async stop(): Promise<void> {
      await Promise.all(servers.map((server) => server.kill()));
      await balancer.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
