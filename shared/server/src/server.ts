import { resolve } from 'node:path';
import { startBackend, type Backend } from './backend/backend.ts';
import type { Secrets } from './backend/secrets.ts';
import { createFetchFeed } from './calendar/fetchFeed.ts';
import { CALENDAR_PATH } from './calendar/calendarFeeds.ts';
import { createEmbeddedApi } from './embeddedApi.ts';
import { NO_LIMITS, createLimits } from './gateway/limits.ts';
import { EVENTS_PATH } from './http/events.ts';
import { isLocalName, isLoopback } from './http/loopback.ts';
import type { Outbox } from './outbox.ts';
import { openSiteServer, type SiteServerOptions } from './siteServer.ts';

export interface ServerOptions extends SiteServerOptions {
  /** Whether an address must be confirmed before the first sign-in. Default: no. */
  confirmEmail?: boolean | undefined;
  google?: { clientId: string; secret: string } | undefined;
  /** false disables all rate limits, for tests and benchmarks. */
  limits?: boolean | undefined;
}

export interface Server extends Secrets {
  /** Address of the API and, with a siteDir, of the site. */
  origin: string;
  /** Address of the operator's pages: `/_operate`, `/outbox`, `/events.json`, `/metrics`. Only this machine can reach it. */
  operatorOrigin: string;
  outbox: Outbox;
  query: Backend['query'];
  /** Sends a request to the library without the gateway, for tests of the database's own rules. */
  library: Backend['fetch'];
  close(): Promise<void>;
}

/** Starts the embedded backend, the site and the operator's pages. Rejects with a StartError. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { trustProxy, host = '127.0.0.1', log = () => {}, reportFault = console.error } = options;
  const { confirmEmail = false, google } = options;
  const server = await openSiteServer(options);
  const { operatorOrigin, siteUrl, addressOf } = server;
  const isForThisMachine = isLoopback(host) && !trustProxy && isLocalName(new URL(siteUrl).host);
  const dataDir = resolve(options.dataDir);
  const settings = { dataDir, siteUrl, confirmEmail, google, printsLinks: isForThisMachine };
  const backend = await startBackend({ ...settings, log, reportFault }).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  const limits = options.limits === false ? NO_LIMITS : createLimits();
  const { outbox } = backend;
  const parts = { ...settings, addressOf, limits, reportFault };
  const { api, waiting } = await createEmbeddedApi(backend, parts);
  const { publishableKey } = backend.secrets;
  const served = server.serve({
    settings: {
      siteUrl,
      supabaseUrl: '/',
      supabaseKey: publishableKey,
      eventsUrl: EVENTS_PATH,
      calendarUrl: CALENDAR_PATH,
    },
    api,
    fetchFeed: createFetchFeed({ url: 'http://backend', publishableKey, fetch: backend.fetch }),
    limits,
    outbox,
    checkBackend: () => backend.query('select 1'),
    waiting,
  });
  await served.catch(async (error: unknown) => {
    await Promise.all([server.close(), backend.close()]);
    throw error;
  });

  return {
    origin: server.origin,
    operatorOrigin,
    ...backend.secrets,
    outbox,
    query: backend.query,
    library: backend.fetch,
    async close() {
      await server.close();
      await backend.close();
    },
  };
}
