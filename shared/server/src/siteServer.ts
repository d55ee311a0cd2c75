import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { folderOf, type PageSettings } from '@space/store';
import type { FetchFeed } from './calendar/fetchFeed.ts';
import { createCalendarFeeds, isCalendarPath } from './calendar/calendarFeeds.ts';
import { watchCanaries, type CanaryWatch } from './events/canaryWatch.ts';
import { openEventLog } from './events/eventLog.ts';
import { isApiPath } from './gateway/gateway.ts';
import type { Limits } from './gateway/limits.ts';
import { createMetrics } from './health/metrics.ts';
import { createMetricsEndpoint } from './health/metricsEndpoint.ts';
import { createReadiness } from './health/readiness.ts';
import {
  createAddressReader,
  createEncryptionReader,
  createOriginReader,
  type ReadAddress,
} from './http/clientAddress.ts';
import { EVENTS_PATH, createEventsEndpoint } from './http/events.ts';
import type { Handler, SiteRequest } from './http/handler.ts';
import { listen, type Listening } from './http/listen.ts';
import { ownOrigins } from './http/loopback.ts';
import { createOperatorPages } from './http/operatorPages.ts';
import { respondAsync, respondText } from './http/respond.ts';
import type { Certificate } from './http/secureServer.ts';
import { createSite } from './http/site.ts';
import type { Outbox } from './outbox.ts';
import { createTokenCheck } from './operate/access.ts';
import { createOperate, isOperatePath } from './operate/operate.ts';
import { cleanUpPreviews } from './releases/cleanUp.ts';
import { createReleases, isReleasesPath } from './releases/releasesEndpoint.ts';
import { openTokens } from './releases/tokens.ts';
import { startError } from './startError.ts';

/** The options that a server has with every kind of backend. */
export interface SiteServerOptions {
  /** The folder of the events and, with the embedded backend, of database, secrets and outbox. For one server at a time. */
  dataDir: string;
  /** 0 or absent: any free port. */
  port?: number | undefined;
  /** The host to listen on. Absent: this machine only. */
  host?: string | undefined;
  /** The certificate for HTTP/2 and HTTP/1.1 over TLS. Absent: plain HTTP. */
  tls?: Certificate | undefined;
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
  /** Logs lines for the operator: each mail, each halted canary. Default: nothing is logged. */
  log?: ((line: string) => void) | undefined;
  /** Logs errors of the backend, one line each, without user data. Default: the console. */
  reportFault?: ((line: string) => void) | undefined;
}

interface ServeOptions {
  settings: PageSettings;
  /** Additional origins that pages may connect to. */
  connectSources?: readonly string[];
  /** Handles /auth/v1 and /rest/v1; absent with a hosted project. */
  api?: Handler;
  fetchFeed: FetchFeed;
  /** Rate limits for calendar feeds and releases. */
  limits: Limits;
  /** Absent with a hosted project. */
  outbox?: Outbox;
  /** Rejects if the backend does not respond. */
  checkBackend: () => Promise<unknown>;
  waiting?: () => number;
}

export interface SiteServer {
  origin: string;
  operatorOrigin: string;
  /** The address at which users open the site, without a slash at the end. */
  siteUrl: string;
  addressOf: ReadAddress;
  /** Starts serving. Until then every request gets a 503. */
  serve(served: ServeOptions): Promise<void>;
  close(): Promise<void>;
}

/** Opens the backend-independent part of a server. Rejects with a StartError if a port is taken or there is no site. */
export async function openSiteServer(options: SiteServerOptions): Promise<SiteServer> {
  const { siteDir, trustProxy, operateToken, host = '127.0.0.1', log = () => {} } = options;
  const { reportFault = console.error } = options;
  checkSite(siteDir);
  const addressOf = createAddressReader(trustProxy);
  const listening = await listen(options.port ?? 0, host, { certificate: options.tls });
  const operator = await listenToOperator(options, listening);
  const siteUrl = (options.siteUrl ?? listening.origin).replace(/\/+$/, '');
  const dataDir = resolve(options.dataDir);
  let canaries: CanaryWatch | null = null;
  let endCleanUp = () => {};

  async function serve(served: ServeOptions): Promise<void> {
    const { settings, connectSources, api, outbox, checkBackend, waiting = () => 0 } = served;
    const events = openEventLog({ file: join(dataDir, 'events.ndjson') });
    const watch = siteDir === undefined ? null : watchCanaries({ store: siteDir, events, log });
    canaries = watch;
    const tokens = openTokens(dataDir);
    const calendars = createCalendarFeeds({ ...served, addressOf, reportFault });
    const metrics = createMetrics(siteDir, waiting);
    const readiness = createReadiness(siteDir, checkBackend);
    // A site on plain HTTP is also opened by its addresses in the local network.
    const originOf = createOriginReader(trustProxy);
    const originsFor = (request: SiteRequest) => new Set([...ownOrigins(siteUrl), originOf(request)]);
    const takeEvents = createEventsEndpoint({
      events,
      onEvent: (event) => {
        metrics.countEvent(event);
        watch?.record(event);
      },
      isRemote: (name) => siteDir === undefined || existsSync(folderOf(siteDir, name)),
      addressOf,
      originsFor,
      reportFault,
    });
    const site = siteDir === undefined ? notFound : createSite(siteDir, settings, connectSources);
    const isEncrypted = createEncryptionReader(trustProxy);
    const mayOperate =
      operateToken === undefined ? null : createTokenCheck(operateToken, addressOf, isEncrypted);
    const sendMetrics = mayOperate && createMetricsEndpoint(metrics, mayOperate);
    const operateParts = siteDir === undefined ? null : { store: siteDir, events, log };
    const remoteOperate =
      operateParts && mayOperate
        ? createOperate({ ...operateParts, originsFor, mayOperate, mayLoad: isEncrypted })
        : null;

    const releases =
      siteDir === undefined
        ? null
        : createReleases({
            ...served,
            ...{ store: siteDir, dataDir, tokens, addressOf, isEncrypted, log, reportFault },
          });

    if (siteDir !== undefined) endCleanUp = cleanUpPreviews(siteDir, reportFault);
    const handleRequest: Handler = (request, response, target) => {
      const { path } = target;
      if (api && isApiPath(path)) api(request, response, target);
      else if (path === EVENTS_PATH) takeEvents(request, response, target);
      else if (isCalendarPath(path)) calendars(request, response, target);
      else if (releases && isReleasesPath(path)) releases(request, response, target);
      else if (path === '/healthz') respondText(request, response, 200, 'alive');
      else if (path === '/readyz')
        void respondAsync(request, response, async () => {
          const isReady = Object.values(await readiness()).every((one) => one === 'ready');
          return isReady ? { body: 'ready' } : { status: 503, body: 'not ready' };
        });
      else if (sendMetrics && path === '/metrics') sendMetrics(request, response, target);
      else if (remoteOperate && isOperatePath(path)) remoteOperate(request, response, target);
      else site(request, response, target);
    };
    listening.setHandler(metrics.watch(handleRequest));
    operator.setHandler(
      createOperatorPages({
        outbox,
        events,
        metrics,
        readiness,
        operate:
          operateParts &&
          createOperate({
            ...operateParts,
            originsFor: () => ownOrigins(operator.origin),
            mayOperate: () => ({ ok: true }),
            mayLoad: () => true,
          }),
      }),
    );
  }

  return {
    origin: listening.origin,
    operatorOrigin: operator.origin,
    siteUrl,
    addressOf,
    serve,
    async close() {
      endCleanUp();
      await Promise.all([listening.close(), operator.close()]);
      await canaries?.settled();
    },
  };
}

const notFound: Handler = (request, response) => respondText(request, response, 404, 'Not found');

async function listenToOperator(options: SiteServerOptions, other: Listening): Promise<Listening> {
  try {
    return await listen(options.operatorPort ?? 0, '127.0.0.1', { setting: 'OPERATOR_PORT' });
  } catch (error) {
    await other.close();
    throw error;
  }
}

function checkSite(siteDir: string | undefined): void {
  if (siteDir !== undefined && !existsSync(join(siteDir, 'index.html')))
    throw startError(`There is no released site in ${siteDir}. Run "npm start" first.`);
}
