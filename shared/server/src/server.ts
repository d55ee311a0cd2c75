import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createApp } from './app.ts';
import { createAccounts } from './auth/accounts.ts';
import { createGuesses } from './auth/guesses.ts';
import { createMailLinks } from './auth/mailLinks.ts';
import { startBackend, type Backend } from './backend/backend.ts';
import { lockDirectory, type Secrets } from './backend/dataFolder.ts';
import { createGateway, createLibrary } from './gateway/gateway.ts';
import { createLimits } from './gateway/limits.ts';
import { createClientReader, isLoopback, ownOrigins } from './http/client.ts';
import { listen } from './http/listen.ts';
import type { Outbox } from './outbox.ts';
import type { BackendParts, SiteParts } from './parts.ts';
import type { AccountSettings, HostedProject, SiteSettings } from './settings.ts';
import { startError } from './startError.ts';

/** What can be set. Default: only the API and the operator's pages, on free ports, with limits; nothing is logged but faults. */
type SiteOptions = Partial<SiteSettings> &
  Pick<SiteParts, 'dataDir'> &
  Partial<Pick<SiteParts, 'log' | 'reportFault'>>;

export type ServerOptions = SiteOptions & Partial<AccountSettings>;

export interface SiteServer {
  /** Address of the site, and of the API of the embedded backend. */
  origin: string;
  /** Address of the operator's pages: `/_operate`, `/outbox`, `/events.json`. Only this machine can reach it. */
  operatorOrigin: string;
  close(): Promise<void>;
}

export interface Server extends SiteServer, Secrets {
  outbox: Outbox;
  query: Backend['query'];
  /** Sends a request to the library without the gateway, for tests of the database's own rules. */
  library: Backend['fetch'];
}

/** Starts the embedded backend, the site and the operator's pages. Rejects with a StartError. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { confirmEmail = false, google, host = '127.0.0.1', trustProxy } = options;
  return startSite(options, async (site) => {
    const { dataDir, siteUrl, log, reportFault } = site;
    const backend = await startBackend({
      ...{ dataDir, siteUrl, confirmEmail, google, log, reportFault },
      printsLinks: isLoopback(host) && !trustProxy && isLoopback(new URL(siteUrl).host),
    });
    const { secrets, outbox, query, fetch: library, close } = backend;
    const { publishableKey } = secrets;
    try {
      return {
        parts: {
          ...{ supabaseUrl: '/', publishableKey, outbox, apiUrl: 'http://backend', fetch: library },
          checkBackend: () => query('select 1'),
          api: createApi(backend, site, confirmEmail),
        },
        more: { ...secrets, outbox, query, library },
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  });
}

/** Starts the site for a hosted project, without the embedded backend and the outbox. Rejects like `startServer`. */
export async function startHostedSite(
  options: SiteOptions & { supabase: HostedProject },
): Promise<SiteServer> {
  const { url, publishableKey } = options.supabase;
  return startSite(options, async ({ dataDir }) => {
    // The data directory, which holds tokens and uploads, belongs to one server at a time.
    const lock = lockDirectory(dataDir);
    return {
      parts: {
        ...{ supabaseUrl: url, publishableKey, connectSources: [url], apiUrl: url, fetch },
        async checkBackend() {
          const { ok, status } = await fetch(`${url}/auth/v1/health`, {
            headers: { apikey: publishableKey },
          });
          if (!ok) throw new Error(`The project answers ${status}`);
        },
      },
      more: {},
      close: async () => lock.release(),
    };
  });
}

/** Opens both listeners, which answer 503 until the backend is open too. Takes a function that opens the backend. */
async function startSite<More>(
  options: SiteOptions,
  openBackend: (site: SiteParts) => Promise<{ parts: BackendParts; more: More; close(): Promise<void> }>,
): Promise<SiteServer & More> {
  const { siteDir: store, host = '127.0.0.1', operateToken } = options;
  if (store !== undefined && !existsSync(join(store, 'index.html')))
    throw startError(`There is no released site in ${store}. Run "npm start" first.`);
  const client = createClientReader(options.trustProxy);
  const site = await listen(options.port ?? 0, host);
  let operator: typeof site | undefined;
  let app: ReturnType<typeof createApp> | undefined;
  let backend: Awaited<ReturnType<typeof openBackend>> | undefined;
  async function close(): Promise<void> {
    await Promise.all([site.close(), operator?.close()]);
    await app?.close();
    await backend?.close();
  }
  try {
    operator = await listen(options.operatorPort ?? 0, '127.0.0.1', 'OPERATOR_PORT');
    const parts: SiteParts = {
      ...{ store, client, operateToken, operatorOrigin: operator.origin },
      dataDir: resolve(options.dataDir),
      siteUrl: (options.siteUrl ?? site.origin).replace(/\/+$/, ''),
      limits: createLimits(options.limits),
      log: options.log ?? (() => {}),
      reportFault: options.reportFault ?? console.error,
    };
    backend = await openBackend(parts);
    app = createApp({ ...parts, ...backend.parts });
    site.serve(app.site);
    operator.serve(app.operator);
    return { origin: site.origin, operatorOrigin: operator.origin, ...backend.more, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The gateway with the handlers of accounts and, behind them, the library. */
function createApi(backend: Backend, { dataDir, siteUrl, client, limits }: SiteParts, confirmEmail: boolean) {
  const { query, outbox } = backend;
  const guesses = createGuesses(limits, join(dataDir, 'known-addresses'), backend.secrets.jwtSecret);
  const handlers = createAccounts({
    ...{ query, limits, confirmEmail, guesses },
    library: createLibrary(backend),
    sendLink: createMailLinks(siteUrl, query, outbox),
  });
  return createGateway({
    ...{ backend, handlers, limits, guesses, client },
    origins: ownOrigins(siteUrl),
    hidesSignUps: confirmEmail,
  });
}
