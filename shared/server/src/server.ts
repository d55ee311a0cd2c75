import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { folderOf } from '@space/store';
import { startBackend, type Backend } from './backend/backend.ts';
import type { Secrets } from './backend/secrets.ts';
import { watchCanaries } from './events/canaryWatch.ts';
import { openEventLog } from './events/eventLog.ts';
import { createEmbeddedApi } from './embeddedApi.ts';
import { isApiPath } from './gateway/gateway.ts';
import { createAddressReader } from './http/clientAddress.ts';
import { EVENTS_PATH, createEventsEndpoint } from './http/events.ts';
import { listen, type Listening } from './http/listen.ts';
import { isLocalName, isLoopback, ownOrigins } from './http/loopback.ts';
import { createOperatorPages } from './http/operatorPages.ts';
import { respondText } from './http/respond.ts';
import type { Handler } from './http/handler.ts';
import type { Certificate } from './http/secureServer.ts';
import { createSite } from './http/site.ts';
import type { Outbox } from './mail/outbox.ts';
import { startError } from './startError.ts';

export interface ServerOptions {
  /** Where the database, the secrets, the outbox and the events live. One server at a time. */
  dataDir: string;
  /** 0 or absent: any free port. */
  port?: number | undefined;
  /** Absent: this machine only. */
  host?: string | undefined;
  /** HTTP/2 and HTTP/1.1 over TLS, with this certificate. Absent: plain HTTP. */
  tls?: Certificate | undefined;
  /** The built site. Absent: only the API and the outbox, for development and tests. */
  siteDir?: string | undefined;
  /** Where people open the site, when that is not this server: the Vite shell in development. */
  siteUrl?: string | undefined;
  /** Must an address be confirmed before its first sign-in? Default: no. */
  confirmEmail?: boolean | undefined;
  /** Switches Google sign-in on. */
  google?: { clientId: string; secret: string } | undefined;
  /** Proxies whose X-Forwarded-For is believed: addresses, subnets or 'loopback', separated by commas. Default: none. */
  trustProxy?: string | undefined;
  /** false: nothing is counted, for tests and benches. */
  limits?: boolean | undefined;
  /** Where the operator's pages listen, on the loopback address. 0 or absent: any free port. */
  operatorPort?: number | undefined;
  /** Gets lines for the operator: each mail, each canary that halts. Default: they are dropped. */
  log?: ((line: string) => void) | undefined;
  /** Gets faults of the backend, one line each, free of user data. Default: the console. */
  reportFault?: ((line: string) => void) | undefined;
}

export interface Server extends Secrets {
  /** Address of the API and, with a siteDir, of the site. */
  origin: string;
  /** Address of the operator's pages: `/outbox`, `/events.json`. Only this machine reaches it. */
  operatorOrigin: string;
  outbox: Outbox;
  /** Runs SQL as the database's owner: for tests and maintenance. */
  query: Backend['query'];
  /** Asks the library without the gateway before it: for tests of the database's own rules. */
  library: Backend['fetch'];
  close(): Promise<void>;
}

/**
 * Starts the embedded backend and the built site on one origin, and the operator's pages beside it. Rejects with a
 * StartError (one sentence for a person) when a port or the data directory is taken, the site is not built, or the data
 * cannot be used.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { siteDir, trustProxy, host = '127.0.0.1', log = () => {}, reportFault = console.error } = options;
  checkSite(siteDir);
  const addressOf = createAddressReader(trustProxy);
  const [listening, operator] = await listenTwice(options, host);
  const siteUrl = (options.siteUrl ?? listening.origin).replace(/\/+$/, '');
  const isForThisMachine = isLoopback(host) && !trustProxy && isLocalName(new URL(siteUrl).host);
  const dataDir = resolve(options.dataDir);
  const { confirmEmail = false, google } = options;
  const settings = { dataDir, siteUrl, confirmEmail, google, printsLinks: isForThisMachine };
  const backend = await startBackend({ ...settings, log, reportFault }).catch(async (error: unknown) => {
    await Promise.all([listening.close(), operator.close()]);
    throw error;
  });
  const events = openEventLog({ file: join(dataDir, 'events.ndjson') });
  const canaries = siteDir === undefined ? null : watchCanaries({ store: siteDir, events, say: log });
  const takeEvents = createEventsEndpoint({
    events,
    onEvent: (event) => canaries?.record(event),
    isRemote: (name) => siteDir === undefined || existsSync(folderOf(siteDir, name)),
    addressOf,
    origins: ownOrigins(siteUrl),
    reportFault,
  });
  const api = await createEmbeddedApi(backend, {
    ...settings,
    addressOf,
    limits: options.limits !== false,
    reportFault,
  });
  const site = siteHandler(siteDir, {
    siteUrl,
    supabaseUrl: '/',
    supabaseKey: backend.secrets.publishableKey,
    eventsUrl: EVENTS_PATH,
  });
  listening.answerWith((request, response, target) => {
    if (isApiPath(target.path)) api(request, response, target);
    else if (target.path === EVENTS_PATH) takeEvents(request, response, target);
    else site(request, response, target);
  });
  operator.answerWith(createOperatorPages(backend.outbox, events));

  return {
    origin: listening.origin,
    operatorOrigin: operator.origin,
    ...backend.secrets,
    outbox: backend.outbox,
    query: backend.query,
    library: backend.fetch,
    async close() {
      await Promise.all([listening.close(), operator.close()]);
      await canaries?.settled();
      await backend.close();
    },
  };
}

async function listenTwice(options: ServerOptions, host: string): Promise<[Listening, Listening]> {
  const listening = await listen(options.port ?? 0, host, { certificate: options.tls });
  try {
    return [listening, await listen(options.operatorPort ?? 0, '127.0.0.1', { setting: 'OPERATOR_PORT' })];
  } catch (error) {
    await listening.close();
    throw error;
  }
}

function siteHandler(siteDir: string | undefined, settings: Parameters<typeof createSite>[1]): Handler {
  if (siteDir === undefined) return (request, response) => respondText(request, response, 404, 'Not found');
  return createSite(siteDir, settings);
}

/** Throws a StartError unless the site is absent or built. */
export function checkSite(siteDir: string | undefined): void {
  if (siteDir !== undefined && !existsSync(join(siteDir, 'index.html'))) {
    throw startError(`There is no built site in ${siteDir}. Run "npm run build" first.`);
  }
}
