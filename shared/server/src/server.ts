import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createApp, type AppParts } from './app.ts';
import { createAccounts } from './auth/accounts.ts';
import { createGuesses, openKnownAddresses } from './auth/guesses.ts';
import { createMailLinks, readLinkMails } from './auth/mailLinks.ts';
import { createHashing } from './auth/passwords.ts';
import { startBackend, type Backend } from './backend/backend.ts';
import { mailTemplates } from './backend/config.ts';
import { lockDirectory } from './backend/dataFolder.ts';
import type { Secrets } from './backend/secrets.ts';
import { CALENDAR_PATH, createFetchFeed } from './calendar/calendar.ts';
import { EVENTS_PATH } from './events/events.ts';
import { createGateway, createLibrary } from './gateway/gateway.ts';
import { NO_LIMITS, createLimits } from './gateway/limits.ts';
import { createSessionCheck } from './gateway/sessions.ts';
import { createClientReader, isLocalName, isLoopback, ownOrigins } from './http/client.ts';
import { listen } from './http/listen.ts';
import type { Outbox } from './outbox.ts';
import type { HostedProject } from './settings.ts';
import { startError } from './startError.ts';

/** The options that a server has with both kinds of backend. */
interface SiteOptions {
  /** The folder of tokens and uploads and, with the embedded backend, of database, secrets and outbox. For one server at a time. */
  dataDir: string;
  /** 0 or absent: any free port. */
  port?: number | undefined;
  /** The host to listen on. Absent: this machine only. */
  host?: string | undefined;
  /** The store to serve. Absent: only the API and the operator's pages, for development and tests. */
  siteDir?: string | undefined;
  /** The address at which users open the site, if it is not this server's: a proxy, or Vite in development. */
  siteUrl?: string | undefined;
  /** Proxies whose X-Forwarded-For is trusted: addresses, subnets or 'loopback', separated by commas. Default: none. */
  trustProxy?: string | undefined;
  /** The port of the operator's pages, on the loopback address. 0 or absent: any free port. */
  operatorPort?: number | undefined;
  /** A token that permits operating the site from other machines, over TLS. Absent: only this machine can. */
  operateToken?: string | undefined;
  /** false disables all rate limits, for tests and benchmarks. */
  limits?: boolean | undefined;
  /** Logs lines for the operator: each mail, each halted canary. Default: nothing is logged. */
  log?: ((line: string) => void) | undefined;
  /** Logs errors of the backend, one line each, without user data. Default: the console. */
  reportFault?: ((line: string) => void) | undefined;
}

export interface HostedSiteOptions extends SiteOptions {
  supabase: HostedProject;
}

export interface ServerOptions extends SiteOptions {
  /** Whether an address must be confirmed before the first sign-in. Default: no. */
  confirmEmail?: boolean | undefined;
  google?: { clientId: string; secret: string } | undefined;
}

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
  const { confirmEmail = false, google } = options;
  const listening = await openListeners(options);
  const { common, siteUrl, operatorOrigin } = listening;
  const { dataDir, log, reportFault } = common;
  let backend: Backend | undefined;
  try {
    backend = await startBackend({
      ...{ dataDir, siteUrl, confirmEmail, google, log, reportFault },
      printsLinks: isForThisMachine(options, siteUrl),
    });
    const { secrets, outbox, query, library } = { ...backend, library: backend.fetch };
    const { publishableKey } = secrets;
    listening.serve({
      settings: pageSettings(siteUrl, '/', publishableKey),
      api: await createApi(backend, { ...common, siteUrl, confirmEmail }),
      fetchFeed: createFetchFeed({ url: 'http://backend', publishableKey, fetch: library }),
      outbox,
      checkBackend: () => query('select 1'),
    });
    const { close: closeBackend } = backend;
    return {
      ...{ origin: listening.origin, operatorOrigin, ...secrets, outbox, query, library },
      async close() {
        await listening.close();
        await closeBackend();
      },
    };
  } catch (error) {
    await Promise.all([listening.close(), backend?.close()]);
    throw error;
  }
}

/** Starts the site for a hosted project, without the embedded backend and the outbox. Rejects like `startServer`. */
export async function startHostedSite(options: HostedSiteOptions): Promise<SiteServer> {
  const { url, publishableKey } = options.supabase;
  const listening = await openListeners(options);
  try {
    // The data directory, which holds tokens and uploads, belongs to one server at a time.
    const lock = lockDirectory(listening.common.dataDir);
    listening.serve({
      settings: pageSettings(listening.siteUrl, url, publishableKey),
      connectSources: [url],
      fetchFeed: createFetchFeed({ url, publishableKey, fetch }),
      checkBackend: async () => {
        const { ok, status } = await fetch(`${url}/auth/v1/health`, { headers: { apikey: publishableKey } });
        if (!ok) throw new Error(`The project answers ${status}`);
      },
    });
    return {
      ...{ origin: listening.origin, operatorOrigin: listening.operatorOrigin },
      async close() {
        await listening.close();
        lock.release();
      },
    };
  } catch (error) {
    await listening.close();
    throw error;
  }
}

const pageSettings = (siteUrl: string, supabaseUrl: string, supabaseKey: string) => ({
  ...{ siteUrl, supabaseUrl, supabaseKey },
  eventsUrl: EVENTS_PATH,
  calendarUrl: CALENDAR_PATH,
});

type CommonParts = Pick<
  AppParts,
  'dataDir' | 'store' | 'client' | 'limits' | 'operateToken' | 'operatorOrigin' | 'log' | 'reportFault'
>;

/** Opens both listeners, which answer 503 until `serve` is called. Rejects with a StartError. */
async function openListeners(options: SiteOptions) {
  const { siteDir: store, host = '127.0.0.1', log = () => {}, reportFault = console.error } = options;
  if (store !== undefined && !existsSync(join(store, 'index.html')))
    throw startError(`There is no released site in ${store}. Run "npm start" first.`);
  const client = createClientReader(options.trustProxy);
  const site = await listen(options.port ?? 0, host);
  const operator = await listen(options.operatorPort ?? 0, '127.0.0.1', 'OPERATOR_PORT').catch(
    async (error: unknown) => {
      await site.close();
      throw error;
    },
  );
  const common: CommonParts = {
    dataDir: resolve(options.dataDir),
    limits: options.limits === false ? NO_LIMITS : createLimits(),
    operateToken: options.operateToken,
    operatorOrigin: operator.origin,
    ...{ store, client, log, reportFault },
  };
  let app: ReturnType<typeof createApp> | undefined;
  return {
    common,
    origin: site.origin,
    operatorOrigin: operator.origin,
    /** The address at which users open the site, without a slash at the end. */
    siteUrl: (options.siteUrl ?? site.origin).replace(/\/+$/, ''),
    serve(parts: Omit<AppParts, keyof CommonParts>): void {
      app = createApp({ ...common, ...parts });
      site.serve(app.site);
      operator.serve(app.operator);
    },
    async close(): Promise<void> {
      await Promise.all([site.close(), operator.close()]);
      await app?.close();
    },
  };
}

const isForThisMachine = ({ host = '127.0.0.1', trustProxy }: SiteOptions, siteUrl: string) =>
  isLoopback(host) && !trustProxy && isLocalName(new URL(siteUrl).host);

/** The gateway with the handlers of accounts and, behind them, the library. */
async function createApi(
  backend: Backend,
  {
    dataDir,
    siteUrl,
    confirmEmail,
    client,
    limits,
  }: CommonParts & { siteUrl: string; confirmEmail: boolean },
) {
  const { secrets, query, outbox } = backend;
  const { publishableKey } = secrets;
  const library = createLibrary(backend.fetch, publishableKey);
  const origins = ownOrigins(siteUrl);
  const knownAddresses = openKnownAddresses(join(dataDir, 'known-addresses'), secrets.jwtSecret);
  const guesses = createGuesses(limits, knownAddresses);
  const { deliver } = outbox;
  const handlers = createAccounts({
    ...{ library, query, limits, confirmEmail, knownAddresses, guesses },
    hashing: await createHashing(),
    links: createMailLinks({ query, write: readLinkMails(mailTemplates, siteUrl), deliver }),
  });
  return createGateway({
    ...{ handlers, limits, guesses, client, publishableKey },
    checkSession: createSessionCheck(secrets.jwtSecret, query),
    isOwnPage: (address) => URL.canParse(address) && origins.has(new URL(address).origin),
    hidesSignUps: confirmEmail,
  });
}
