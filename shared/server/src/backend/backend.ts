import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '@space/store';
import { App } from '@supabase/lite';
import { openOutbox } from '../outbox.ts';
import type { SiteParts } from '../parts.ts';
import { isStartError, startError } from '../startError.ts';
import { backendConfig, claimsByRequest, createKeys, type BackendSettings, type Claims } from './config.ts';
import {
  createDatabase,
  databaseIn,
  isOfThisVersion,
  loadSecrets,
  lockDirectory,
  makeSecrets,
  ownVersions,
  saveSecrets,
  saveVersions,
  type Secrets,
  versionsOf,
} from './dataFolder.ts';
import { openEmbedded, type Query } from './embedded.ts';
import { describeFault, runQuietly } from './lite.ts';
import { applyMigrations } from './migrations.ts';

export type Backend = Awaited<ReturnType<typeof startBackend>>;

type BackendOptions = BackendSettings &
  Pick<SiteParts, 'dataDir' | 'log' | 'reportFault'> & { printsLinks: boolean };

/** Starts the backend on a data directory. Throws a StartError. */
export async function startBackend(options: BackendOptions) {
  const { dataDir, printsLinks, log, reportFault } = options;
  const lock = lockDirectory(dataDir);
  try {
    const { app, database, secrets } = await openInDirectory(options);
    // The library's links contain only six digits.
    app.drivers.email = { send: async () => {} };
    let closing: Promise<void> | undefined;
    return {
      secrets,
      outbox: openOutbox({ file: join(dataDir, 'outbox.jsonl'), printsLinks, log }),
      /** Runs SQL as the database's owner, between requests. */
      query: database.query,
      /** The library's handler. The gateway alone passes claims, which it has checked. */
      async fetch(request: Request, claims?: Claims): Promise<Response> {
        if (claims) claimsByRequest.set(request, claims);
        const { result, error } = await runQuietly(async () => app.fetch(request, { peerAddress: null }));
        const asked = `${request.method} ${new URL(request.url).pathname}`;
        if (result.status >= 500)
          reportFault(`The backend answered ${result.status} to ${asked}${describeFault(error)}.`);
        return result;
      },
      /** Finishes the running transactions, vacuums and closes the database, and frees the directory. */
      close(): Promise<void> {
        closing ??= vacuum(database.query)
          .catch((error: unknown) => reportFault(`The vacuum failed: ${errorMessage(error)}.`))
          .then(() => database.close())
          .finally(() => lock.release());
        return closing;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the database in a folder, or creates it, with the library's services and all migrations. Throws a StartError. */
export async function openApp(path: string, secrets: Secrets, settings: BackendSettings) {
  const database = await openEmbedded(path);
  const { connection } = database;
  try {
    const app = new App({
      connection,
      ...backendConfig(secrets, settings),
      options: { server: { admin: false, apiKeys: createKeys(secrets) } },
    });
    await runQuietly(() => app.init());
    // The same versions have sent all of the schema before.
    if (!isOfThisVersion(path)) {
      await runQuietly(() => app.ensureSystemSchema());
      await applyMigrations(connection.driver);
      await connection.clearSchemaCache();
    }
    return { app, database };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** PGlite never vacuums by itself, which hurts planner statistics and disk use. System catalogs hardly change. */
async function vacuum(query: Query): Promise<void> {
  const [own] = await query(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  await query(`vacuum analyze ${String(own?.['tables'])}`);
}

/** Ends sessions, links in mails and unfinished sign-ins with Google. Returns a row if anyone was in. */
const END_SESSIONS = `
  with ended as (delete from auth.sessions returning id), tokens as (delete from auth.refresh_tokens),
  flows as (delete from auth.flow_state), links as (
    update auth.users set confirmation_token = null, recovery_token = null, reauthentication_token = null,
      email_change = null, email_change_token_new = null, email_change_token_current = null, phone_change_token = null
  ) select from ended limit 1`;

/** Opens a database that other versions wrote, after a copy of it is kept. */
async function openOther<T>({ dataDir, log }: BackendOptions, open: () => Promise<T>): Promise<T> {
  const [before, own] = [versionsOf(databaseIn(dataDir)).pglite, ownVersions().pglite];
  const { keepCopy } = await import('../backup/backupFile.ts');
  const copy = await keepCopy(dataDir);
  log(`Another version wrote the data: a copy of it is kept in ${copy}. Delete that when everything works.`);
  try {
    return await open();
  } catch (error) {
    // The next start needs no further copy.
    utimesSync(copy, new Date(), new Date());
    if (!isStartError(error) || before === undefined || before === own) throw error;
    const versions = `PGlite ${before} wrote it, and this is PGlite ${own}`;
    throw startError(`${error.message} ${versions}: start the version of Better Space that wrote it.`, error);
  }
}

/** Opens the database and the secrets of a data directory, or creates them. */
async function openInDirectory(options: BackendOptions) {
  const { dataDir, log } = options;
  const path = databaseIn(dataDir);
  const stored = loadSecrets(dataDir);
  const secrets = stored ?? makeSecrets();
  const open = (folder = path) => openApp(folder, secrets, options);
  if (!existsSync(path)) await createDatabase(dataDir, async (draft) => (await open(draft)).database.close());
  const opened = isOfThisVersion(path) ? await open() : await openOther(options, open);
  saveVersions(path);
  if (stored === null) {
    const ended = await opened.database.query(END_SESSIONS);
    if (ended.length > 0) log('The secrets were missing and were created again: everyone is signed out.');
    saveSecrets(dataDir, secrets);
  }
  return { ...opened, secrets };
}
