import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createApp } from './app.ts';
import { startBackend, type Backend, type BackendSettings } from './backend/backend.ts';
import { lockDirectory, type Secrets } from './backend/dataFolder.ts';
import { createGateway } from './gateway/gateway.ts';
import { createLimits } from './gateway/limits.ts';
import { createClientReader, isLoopback } from './http/client.ts';
import { listen } from './http/listen.ts';
import type { BackendParts, SiteParts } from './parts.ts';
import type { HostedProject, SiteSettings } from './settings.ts';
import { startError } from './startError.ts';

/** Default: only the API and the operator's pages, on free ports, with limits; nothing is logged but faults. */
type SiteOptions = Partial<SiteSettings> &
  Pick<SiteParts, 'dataDir'> &
  Partial<Pick<SiteParts, 'log' | 'reportFault'>>;

export type ServerOptions = SiteOptions & Partial<Pick<BackendSettings, 'confirmEmail' | 'google'>>;

export interface SiteServer {
  /** Of the site, and of the API of the embedded backend. */
  origin: string;
  /** Of the operator's pages. Only this machine can reach it. */
  operatorOrigin: string;
  close(): Promise<void>;
}

/** `fetch` is lite without the gateway, for tests. */
export type Server = SiteServer & Secrets & Pick<Backend, 'outbox' | 'query' | 'fetch'>;

/** Starts the embedded backend, the site and the operator's pages. Rejects with a StartError. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { confirmEmail = false, google, host = '127.0.0.1', trustProxy } = options;
  return startSite(options, async (site) => {
    const printsLinks = isLoopback(host) && !trustProxy && isLoopback(new URL(site.siteUrl).host);
    const backend = await startBackend({ ...site, confirmEmail, google, printsLinks });
    const api = createGateway(site, backend, confirmEmail);
    const checkBackend = () => backend.query('select 1');
    const urls = { supabaseUrl: '/', apiUrl: 'http://backend' };
    return { ...backend, ...backend.secrets, ...urls, api, checkBackend };
  });
}

export async function startHostedSite(
  options: SiteOptions & { supabase: HostedProject },
): Promise<SiteServer> {
  const { url, publishableKey } = options.supabase;
  return startSite(options, async ({ dataDir }) => {
    const lock = lockDirectory(dataDir);
    return {
      ...{ supabaseUrl: url, publishableKey, apiUrl: url, fetch },
      async checkBackend() {
        const { ok, status } = await fetch(`${url}/auth/v1/health`, { headers: { apikey: publishableKey } });
        if (!ok) throw new Error(`The project answers ${status}`);
      },
      close: async () => lock.release(),
    };
  });
}

/** Opens both listeners, which answer 503 until the backend is open too. */
async function startSite<Open extends BackendParts & Pick<SiteServer, 'close'>>(
  options: SiteOptions,
  openBackend: (site: SiteParts) => Promise<Open>,
): Promise<SiteServer & Open> {
  const { siteDir: store, host = '127.0.0.1', operateToken } = options;
  if (store !== undefined && !existsSync(join(store, 'index.html')))
    throw startError(`There is no released site in ${store}. Run "npm start" first.`);
  const client = createClientReader(options.trustProxy);
  const site = await listen(options.port ?? 0, host);
  const [listeners, services] = [[site], [] as Pick<SiteServer, 'close'>[]];
  async function close(): Promise<void> {
    await Promise.all(listeners.map((each) => each.close()));
    for (const each of services.toReversed()) await each.close();
  }
  try {
    const operator = await listen(options.operatorPort ?? 0, '127.0.0.1', 'OPERATOR_PORT');
    listeners.push(operator);
    const parts: SiteParts = {
      ...{ store, client, operateToken, operatorOrigin: operator.origin },
      dataDir: resolve(options.dataDir),
      siteUrl: (options.siteUrl ?? site.origin).replace(/\/+$/, ''),
      limits: createLimits(options.limits),
      log: options.log ?? (() => {}),
      reportFault: options.reportFault ?? console.error,
    };
    const backend = await openBackend(parts);
    services.push(backend);
    const app = createApp({ ...parts, ...backend });
    services.push(app);
    site.serve(app.site);
    operator.serve(app.operator);
    return { ...backend, origin: site.origin, operatorOrigin: operator.origin, close };
  } catch (error) {
    await close();
    throw error;
  }
}
