import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startBackend, type Backend } from './backend/backend.ts';
import type { Secrets } from './backend/secrets.ts';
import { watchCanaries } from './events/canaryWatch.ts';
import { openEventLog } from './events/eventLog.ts';
import { createApi, isApiPath } from './http/api.ts';
import { EVENTS_PATH, createEventsEndpoint, isEventsPath } from './http/events.ts';
import { listen } from './http/listen.ts';
import { createOutboxPage, isOutboxPath } from './http/outboxPage.ts';
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
  /** Gets lines for whoever runs the server: each mail with its link, each canary that halts. Default: nobody. */
  log?: ((line: string) => void) | undefined;
  /** Gets faults of the backend, one line each, free of user data. Default: the console. */
  reportFault?: ((line: string) => void) | undefined;
}

export interface Server extends Secrets {
  /** Address of the API and, with a siteDir, of the site. */
  origin: string;
  outbox: Outbox;
  /** Runs SQL as the database's owner: for tests and maintenance. */
  query: Backend['query'];
  close(): Promise<void>;
}

/**
 * Starts the embedded backend and the built site on one origin. Rejects with a StartError (one sentence for a
 * person) when the port or the data directory is taken, the site is not built, or the data cannot be used.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { siteDir, confirmEmail = false, google, log = () => {}, reportFault = console.error } = options;
  checkSite(siteDir);
  const listening = await listen(options.port ?? 0, options.host ?? '127.0.0.1', options.tls);
  const siteUrl = (options.siteUrl ?? listening.origin).replace(/\/+$/, '');
  const backend = await startBackend({
    dataDir: resolve(options.dataDir),
    siteUrl,
    confirmEmail,
    google,
    log,
    reportFault,
  }).catch(async (error: unknown) => {
    await listening.close();
    throw error;
  });
  const events = openEventLog({ file: join(resolve(options.dataDir), 'events.ndjson') });
  const canaries = siteDir === undefined ? null : watchCanaries({ store: siteDir, events, say: log });
  const takeEvents = createEventsEndpoint(events, (event) => canaries?.heed(event), reportFault);
  listening.answerWith(createHandler(backend, { siteDir, siteUrl }, takeEvents, reportFault));

  return {
    origin: listening.origin,
    ...backend.secrets,
    outbox: backend.outbox,
    query: backend.query,
    async close() {
      await listening.close();
      await canaries?.settled();
      await backend.close();
    },
  };
}

function createHandler(
  backend: Backend,
  { siteDir, siteUrl }: { siteDir: string | undefined; siteUrl: string },
  takeEvents: Handler,
  reportFault: (line: string) => void,
): Handler {
  const api = createApi(backend.fetch, reportFault);
  const outboxPage = createOutboxPage(backend.outbox);
  const site = siteHandler(siteDir, {
    siteUrl,
    supabaseUrl: '/',
    supabaseKey: backend.secrets.publishableKey,
    eventsUrl: EVENTS_PATH,
  });
  return (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (isApiPath(path)) return api(request, response);
    if (isOutboxPath(path)) return outboxPage(request, response);
    if (isEventsPath(path)) return takeEvents(request, response);
    site(request, response);
  };
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
