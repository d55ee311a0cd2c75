import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { folderOf, type BackupState, type MailState, type PageSettings } from '@space/store';
import type { AskFeed } from './calendar/askFeed.ts';
import { createBackupEndpoint } from './backup/backupEndpoint.ts';
import type { Saved } from './backup/saveFiles.ts';
import { createCalendarFeeds, isCalendarPath } from './calendar/calendarFeeds.ts';
import type { Shared } from './backend/database.ts';
import { watchCanaries, type CanaryWatch } from './events/canaryWatch.ts';
import { announce, createMigrateEndpoint } from './data/migrateEndpoint.ts';
import type { RemoteData } from './data/remoteData.ts';
import { openEventLog } from './events/eventLog.ts';
import { shareEvents } from './events/sharedEvents.ts';
import { isApiPath } from './gateway/gateway.ts';
import type { Limits } from './gateway/limits.ts';
import { createMetrics } from './health/metrics.ts';
import { createMetricsEndpoint } from './health/metricsEndpoint.ts';
import { createReadiness } from './health/readiness.ts';
import { createAddressReader, createEncryptionReader, type ReadAddress } from './http/clientAddress.ts';
import { EVENTS_PATH, createEventsEndpoint } from './http/events.ts';
import type { Handler } from './http/handler.ts';
import { listen, type Listening } from './http/listen.ts';
import { ownOrigins } from './http/loopback.ts';
import { createOperatorPages } from './http/operatorPages.ts';
import { respondLater, respondText } from './http/respond.ts';
import type { Certificate } from './http/secureServer.ts';
import { createSite } from './http/site.ts';
import type { Outbox } from './mail/outbox.ts';
import { createTokenCheck } from './operate/access.ts';
import { createOperate, isOperatePath } from './operate/operate.ts';
import { cleanUpPreviews } from './releases/cleanUp.ts';
import { createReleases, isReleasesPath } from './releases/releasesEndpoint.ts';
import { openTokens } from './releases/tokens.ts';
import { startError } from './startError.ts';

/** What every server of the site is told, whatever its backend. */
export interface SiteServerOptions {
  /** Where the events live, and with the embedded backend its database, secrets and outbox. One server at a time. */
  dataDir: string;
  /** 0 or absent: any free port. */
  port?: number | undefined;
  /** Absent: this machine only. */
  host?: string | undefined;
  /** HTTP/2 and HTTP/1.1 over TLS, with this certificate. Absent: plain HTTP. */
  tls?: Certificate | undefined;
  /** The store that is served. Absent: only the API and the operator's pages, for development and tests. */
  siteDir?: string | undefined;
  /** Where people open the site, when that is not this server: the Vite shell in development. */
  siteUrl?: string | undefined;
  /** Proxies whose X-Forwarded-For is believed: addresses, subnets or 'loopback', separated by commas. Default: none. */
  trustProxy?: string | undefined;
  /** Where the operator's pages listen, on the loopback address. 0 or absent: any free port. */
  operatorPort?: number | undefined;
  /** Lets who has it operate the site from elsewhere, over TLS. Absent: from this machine alone. */
  operateToken?: string | undefined;
  /** Takes its port when it is ready. Before several servers a proxy passes on to whichever answers. It needs a `siteUrl`. */
  listensLast?: boolean | undefined;
  /** A server of what is being developed: releases ask it for nothing. */
  isDevelopment?: boolean | undefined;
  /** Gets lines for the operator: each mail, each canary that halts. Default: they are dropped. */
  log?: ((line: string) => void) | undefined;
  /** Gets faults of the backend, one line each, free of user data. Default: the console. */
  reportFault?: ((line: string) => void) | undefined;
}

interface Served {
  settings: PageSettings;
  /** Further origins that pages may talk to. */
  connectSources?: readonly string[];
  /** Answers /auth/v1 and /rest/v1; absent with a hosted project. */
  api?: Handler;
  askFeed: AskFeed;
  /** Counts what reads calendar feeds, and what releases. */
  limits: Limits;
  /** Absent with a hosted project, and where mails go to a mail server. */
  outbox?: Outbox;
  /** How the mail of a mail server does. */
  mail?: () => MailState;
  /** Rejects when the backend does not answer. */
  askBackend: () => Promise<unknown>;
  waiting?: () => number;
  /** Absent: what is counted, reported and given out is this server's alone. */
  shared?: Shared | null;
  /** Applies the migrations of a release to the embedded backend; absent with a hosted project. */
  migrate?: (store: string, name: string, version: string) => ReturnType<RemoteData['applyRelease']>;
  /** Says when the embedded backend was saved last, and saves it; absent with a hosted project. */
  backups?: { state: () => BackupState; make: () => Promise<Saved> };
}

export interface SiteServer {
  origin: string;
  operatorOrigin: string;
  /** Where people open the site, without a slash at the end. */
  siteUrl: string;
  addressOf: ReadAddress;
  /** Starts answering; until then every request is told to come back, or no one listens where it `listensLast`. */
  serve(served: Served): Promise<void>;
  close(): Promise<void>;
}

/** Opens what a server has whatever its backend. Rejects with a StartError for a port that is taken, or no site. */
export async function openSiteServer(options: SiteServerOptions): Promise<SiteServer> {
  const { siteDir, trustProxy, operateToken, host = '127.0.0.1', log = () => {} } = options;
  const { reportFault = console.error } = options;
  checkSite(siteDir);
  const addressOf = createAddressReader(trustProxy);
  const { tls: certificate, listensLast: lingers = false } = options;
  const listenToPeople = () => listen(options.port ?? 0, host, { certificate, lingers });
  let listening = lingers ? null : await listenToPeople();
  const operator = await listenToOperator(options, listening);
  const siteUrl = (options.siteUrl ?? listening?.origin ?? '').replace(/\/+$/, '');
  const dataDir = resolve(options.dataDir);
  let canaries: CanaryWatch | null = null;
  let endCleanUp = () => {};
  let endAnnouncement = () => {};

  async function serve(served: Served): Promise<void> {
    const { settings, connectSources, api, outbox, mail, askBackend, waiting = () => 0 } = served;
    const { shared = null } = served;
    const events = shared
      ? shareEvents(shared.query)
      : openEventLog({ file: join(dataDir, 'events.ndjson') });
    const watch = siteDir === undefined ? null : watchCanaries({ store: siteDir, events, say: log });
    canaries = watch;
    const tokens = openTokens(dataDir, shared?.query);
    const calendars = createCalendarFeeds({ ...served, addressOf, reportFault });
    const metrics = createMetrics(siteDir, waiting, { mail, backups: served.backups?.state });
    const readiness = createReadiness(siteDir, askBackend);
    const takeEvents = createEventsEndpoint({
      events,
      onEvent: (event) => {
        metrics.countEvent(event);
        watch?.record(event);
      },
      isRemote: (name) => siteDir === undefined || existsSync(folderOf(siteDir, name)),
      addressOf,
      origins: ownOrigins(siteUrl),
      shared,
      reportFault,
    });
    const site = siteDir === undefined ? notFound : createSite(siteDir, settings, connectSources);
    const isEncrypted = createEncryptionReader(trustProxy);
    const mayOperate =
      operateToken === undefined ? null : createTokenCheck(operateToken, addressOf, isEncrypted);
    const sendMetrics = mayOperate && createMetricsEndpoint(metrics, mayOperate);
    const { migrate, backups } = served;
    const operated =
      siteDir === undefined ? null : { store: siteDir, events, mail, backups: backups?.state, log };
    const elsewhere =
      operated && mayOperate
        ? createOperate({ ...operated, origins: ownOrigins(siteUrl), mayOperate, maySee: isEncrypted })
        : null;

    const releases =
      siteDir === undefined
        ? null
        : createReleases({
            ...served,
            ...{ store: siteDir, dataDir, tokens, addressOf, isEncrypted, log, reportFault },
          });

    if (siteDir !== undefined) {
      endCleanUp = cleanUpPreviews(siteDir, reportFault);
      const backend = served.migrate ? 'embedded' : 'hosted';
      if (!options.isDevelopment) endAnnouncement = announce(siteDir, { address: operator.origin, backend });
    }
    const answer: Handler = (request, response, target) => {
      const { path } = target;
      if (api && isApiPath(path)) api(request, response, target);
      else if (path === EVENTS_PATH) takeEvents(request, response, target);
      else if (isCalendarPath(path)) calendars(request, response, target);
      else if (releases && isReleasesPath(path)) releases(request, response, target);
      else if (path === '/healthz') respondText(request, response, 200, 'alive');
      else if (path === '/readyz')
        void respondLater(request, response, async () => {
          const isReady = Object.values(await readiness()).every((one) => one === 'ready');
          return isReady ? { body: 'ready' } : { status: 503, body: 'not ready' };
        });
      else if (sendMetrics && path === '/metrics') sendMetrics(request, response, target);
      else if (elsewhere && isOperatePath(path)) elsewhere(request, response, target);
      else site(request, response, target);
    };
    listening ??= await listenToPeople();
    listening.answerWith(metrics.watch(answer));
    operator.answerWith(
      createOperatorPages({
        outbox,
        mail,
        events,
        metrics,
        readiness,
        backup: backups ? createBackupEndpoint(backups.make, reportFault) : null,
        migrate:
          siteDir === undefined || !migrate
            ? null
            : createMigrateEndpoint((name, version) => migrate(siteDir, name, version), reportFault),
        operate:
          operated &&
          createOperate({
            ...operated,
            origins: ownOrigins(operator.origin),
            mayOperate: () => ({ ok: true }),
            maySee: () => true,
          }),
      }),
    );
  }

  return {
    get origin() {
      return listening?.origin ?? '';
    },
    operatorOrigin: operator.origin,
    siteUrl,
    addressOf,
    serve,
    async close() {
      endCleanUp();
      endAnnouncement();
      await Promise.all([listening?.close(), operator.close()]);
      await canaries?.settled();
    },
  };
}

const notFound: Handler = (request, response) => respondText(request, response, 404, 'Not found');

async function listenToOperator(options: SiteServerOptions, other: Listening | null): Promise<Listening> {
  try {
    return await listen(options.operatorPort ?? 0, '127.0.0.1', { setting: 'OPERATOR_PORT' });
  } catch (error) {
    await other?.close();
    throw error;
  }
}

function checkSite(siteDir: string | undefined): void {
  if (siteDir !== undefined && !existsSync(join(siteDir, 'index.html')))
    throw startError(`There is no released site in ${siteDir}. Run "npm start" first.`);
}
