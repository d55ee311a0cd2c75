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
  return startSite(options, async (site, onClose) => {
    const { dataDir, siteUrl, limits, client, log, reportFault } = site;
    const backend = await startBackend({
      ...{ dataDir, siteUrl, confirmEmail, google, log, reportFault },
      printsLinks: isLoopback(host) && !trustProxy && isLoopback(new URL(siteUrl).host),
    });
    onClose(backend.close);
    const { secrets, outbox, query, fetch: library } = backend;
    const guesses = createGuesses(limits, join(dataDir, 'known-addresses'), secrets.jwtSecret);
    const handlers = createAccounts({
      ...{ query, limits, confirmEmail, guesses },
      library: createLibrary(backend),
      sendLink: createMailLinks(siteUrl, query, outbox),
    });
    const api = createGateway({
      ...{ backend, handlers, limits, guesses, client },
      origins: ownOrigins(siteUrl),
      hidesSignUps: confirmEmail,
    });
    const { publishableKey } = secrets;
    return {
      parts: {
        ...{ supabaseUrl: '/', publishableKey, apiUrl: 'http://backend', fetch: library, api, outbox },
        checkBackend: () => query('select 1'),
      },
      more: { ...secrets, outbox, query, library },
    };
  });
}

/** Starts the site for a hosted project, without the embedded backend and the outbox. Rejects like `startServer`. */
export async function startHostedSite(
  options: SiteOptions & { supabase: HostedProject },
): Promise<SiteServer> {
  const { url, publishableKey } = options.supabase;
  return startSite(options, async ({ dataDir }, onClose) => {
    // The data directory, which holds tokens and uploads, belongs to one server at a time.
    const lock = lockDirectory(dataDir);
    onClose(async () => lock.release());
    const headers = { apikey: publishableKey };
    return {
      parts: {
        ...{ supabaseUrl: url, publishableKey, apiUrl: url, fetch, connectSources: [url] },
        async checkBackend() {
          const { ok, status } = await fetch(`${url}/auth/v1/health`, { headers });
          if (!ok) throw new Error(`The project answers ${status}`);
        },
      },
      more: {},
    };
  });
}

type Close = () => Promise<void>;

/** Opens both listeners, which answer 503 until the backend is open too. Takes a function that opens the backend. */
async function startSite<More>(
  options: SiteOptions,
  openBackend: (
    site: SiteParts,
    onClose: (close: Close) => void,
  ) => Promise<{ parts: BackendParts; more: More }>,
): Promise<SiteServer & More> {
  const { siteDir: store, host = '127.0.0.1', operateToken } = options;
  if (store !== undefined && !existsSync(join(store, 'index.html')))
    throw startError(`There is no released site in ${store}. Run "npm start" first.`);
  const client = createClientReader(options.trustProxy);
  const site = await listen(options.port ?? 0, host);
  /** What ends the requests, and then what serves them. */
  const [listeners, services]: [Close[], Close[]] = [[site.close], []];
  async function close(): Promise<void> {
    await Promise.all(listeners.map((end) => end()));
    for (const end of services) await end();
  }
  try {
    const operator = await listen(options.operatorPort ?? 0, '127.0.0.1', 'OPERATOR_PORT');
    listeners.push(operator.close);
    const parts: SiteParts = {
      ...{ store, client, operateToken, operatorOrigin: operator.origin },
      dataDir: resolve(options.dataDir),
      siteUrl: (options.siteUrl ?? site.origin).replace(/\/+$/, ''),
      limits: createLimits(options.limits),
      log: options.log ?? (() => {}),
      reportFault: options.reportFault ?? console.error,
    };
    const backend = await openBackend(parts, (end) => services.push(end));
    const app = createApp({ ...parts, ...backend.parts });
    services.unshift(app.close);
    site.serve(app.site);
    operator.serve(app.operator);
    return { origin: site.origin, operatorOrigin: operator.origin, ...backend.more, close };
  } catch (error) {
    await close();
    throw error;
  }
}
