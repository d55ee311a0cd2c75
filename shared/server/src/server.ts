import { resolve } from 'node:path';
import { startBackend, type Backend } from './backend/backend.ts';
import type { FileWatcher } from './backend/durableFiles.ts';
import type { Keeping } from './backend/embedded.ts';
import type { Secrets } from './backend/secrets.ts';
import { announceCommands } from './backup/backupEndpoint.ts';
import { createBackups } from './backup/createBackups.ts';
import { createAskFeed } from './calendar/askFeed.ts';
import { CALENDAR_PATH } from './calendar/calendarFeeds.ts';
import { openRemoteData, type RemoteData } from './data/remoteData.ts';
import { createEmbeddedApi } from './embeddedApi.ts';
import { NO_LIMITS, createLimits } from './gateway/limits.ts';
import { EVENTS_PATH } from './http/events.ts';
import { isLocalName, isLoopback } from './http/loopback.ts';
import type { Outbox } from './mail/outbox.ts';
import { openPost, type MailOptions } from './mail/post.ts';
import { openSiteServer, type SiteServerOptions } from './siteServer.ts';

export interface ServerOptions extends SiteServerOptions {
  /** Must an address be confirmed before its first sign-in? Default: no. */
  confirmEmail?: boolean | undefined;
  google?: { clientId: string; secret: string } | undefined;
  /** The address of a PostgreSQL that keeps everything, also for several servers. Absent: the embedded database. */
  databaseUrl?: string | undefined;
  /** The mail server that takes mails, and their sender. Absent: they go to the outbox. */
  mail?: MailOptions | undefined;
  /** Default: 'strict', acknowledged is on the disk. 'relaxed', for tests: it survives a killed process, perhaps not a power cut. */
  durability?: Keeping['durability'] | undefined;
  /** Is told of each change of the database's files: for tests. */
  watcher?: FileWatcher | undefined;
  /** false: none each day and before a change of the schema, for tests. Default: as long as it is no server for development. */
  backups?: boolean | undefined;
  /** false: nothing is counted, for tests and benches. */
  limits?: boolean | undefined;
}

export interface Server extends Secrets {
  /** Address of the API and, with a siteDir, of the site. */
  origin: string;
  /** Address of the operator's pages: `/_operate`, `/outbox`, `/events.json`, `/metrics`. Only this machine reaches it. */
  operatorOrigin: string;
  outbox: Outbox;
  query: Backend['query'];
  /** Asks the library without the gateway before it: for tests of the database's own rules. */
  library: Backend['fetch'];
  /** Applies migrations of a remote whose source is being developed. */
  applyMigrations: RemoteData['apply'];
  close(): Promise<void>;
}

/** Starts the embedded backend, the site and the operator's pages. Rejects with a StartError. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { trustProxy, host = '127.0.0.1', log = () => {}, reportFault = console.error } = options;
  const { confirmEmail = false, google, durability = 'strict', watcher, databaseUrl } = options;
  const listensLast = databaseUrl !== undefined && options.siteUrl !== undefined;
  const server = await openSiteServer({ ...options, listensLast });
  const { operatorOrigin, siteUrl, addressOf } = server;
  const isForThisMachine = isLoopback(host) && !trustProxy && isLocalName(new URL(siteUrl).host);
  const dataDir = resolve(options.dataDir);
  const settings = { dataDir, siteUrl, confirmEmail, google, printsLinks: isForThisMachine };
  const keeping = { durability, watcher, databaseUrl };
  const isOn = options.backups ?? options.isDevelopment !== true;
  const backups = createBackups({ dataDir, isOn, log, reportFault });
  const backend = await startBackend({ ...settings, ...keeping, backups, log, reportFault }).catch(
    async (error: unknown) => {
      await server.close();
      throw error;
    },
  );
  const limits = options.limits === false ? NO_LIMITS : createLimits(backend.shared);
  const { siteDir } = options;
  const { source } = backend;
  const beforeChange = (reason: string) => backups.beforeChange(reason, source);
  const data = await openRemoteData({ backend, beforeChange, log, reportFault });
  if (siteDir !== undefined) await data.applyReleased(siteDir);
  const { tableNamed } = data;
  const { outbox } = backend;
  const post = openPost(options.mail, { outbox, siteUrl, log });
  const { deliver } = post;
  const parts = { ...settings, addressOf, deliver, limits, tableNamed, reportFault };
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
    askFeed: createAskFeed({ url: 'http://backend', publishableKey, fetch: backend.fetch }),
    limits,
    ...(post.state ? { mail: post.state } : { outbox }),
    askBackend: () => backend.query('select 1'),
    waiting,
    shared: backend.shared,
    migrate: data.applyRelease,
    backups: { state: backups.state, make: () => backups.ask(source) },
  });
  await served.catch(async (error: unknown) => {
    data.close();
    await Promise.all([server.close(), post.close(), backend.close()]);
    throw error;
  });
  const endAnnouncement = announceCommands(dataDir, operatorOrigin);
  backups.begin(source, async () => (await backend.query('select from auth.users limit 1')).length > 0);

  return {
    origin: server.origin,
    operatorOrigin,
    ...backend.secrets,
    outbox,
    query: backend.query,
    library: backend.fetch,
    applyMigrations: data.apply,
    async close() {
      endAnnouncement();
      await Promise.all([server.close(), backups.close()]);
      data.close();
      await post.close();
      await backend.close();
    },
  };
}
