import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '@space/store';
import { App, type ApiKeyResolver } from '@supabase/lite';
import { openOutbox } from '../outbox.ts';
import type { SiteParts } from '../parts.ts';
import { isStartError, startError } from '../startError.ts';
import {
  createDatabase,
  databaseIn,
  isOfThisVersion,
  loadSecrets,
  lockDirectory,
  makeSecrets,
  otherEngineOf,
  saveSecrets,
  saveVersions,
  type Secrets,
} from './dataFolder.ts';
import { openEmbedded, type Query } from './embedded.ts';
import { describeFault, runQuietly } from './lite.ts';
import { applyMigrations } from './migrations.ts';

export interface BackendSettings {
  /** Where people open the site: mail links and OAuth lead there. */
  siteUrl: string;
  confirmEmail: boolean;
  google?: { clientId: string; secret: string } | undefined;
}

export type Backend = Awaited<ReturnType<typeof startBackend>>;

type BackendOptions = BackendSettings &
  Pick<SiteParts, 'dataDir' | 'log' | 'reportFault'> & { printsLinks: boolean };

export async function startBackend(options: BackendOptions) {
  const { dataDir, printsLinks, log, reportFault } = options;
  const lock = lockDirectory(dataDir);
  try {
    const { app, database, secrets } = await openInDirectory(options);
    // The library's links contain only six digits.
    app.drivers.email = { send: async () => {} };
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
      close: (): Promise<void> =>
        vacuum(database.query)
          .catch((error: unknown) => reportFault(`The vacuum failed: ${errorMessage(error)}.`))
          .then(() => database.close())
          .finally(() => lock.release()),
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
  const otherEngine = otherEngineOf(databaseIn(dataDir));
  const { keepCopy } = await import('../backup/backupFile.ts');
  const copy = await keepCopy(dataDir);
  log(`Another version wrote the data: a copy of it is kept in ${copy}. Delete that when everything works.`);
  try {
    return await open();
  } catch (error) {
    // The next start needs no further copy.
    utimesSync(copy, new Date(), new Date());
    if (!isStartError(error) || otherEngine === undefined) throw error;
    const remedy = `${otherEngine}: start the version of Better Space that wrote it.`;
    throw startError(`${error.message} ${remedy}`, error);
  }
}

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

/** What supabase/config.toml says otherwise than lite by itself, and what it says of an installation. A test compares them. */
export function backendConfig(secrets: Secrets, { siteUrl, confirmEmail, google }: BackendSettings) {
  return {
    api: { enabled: true, schemas: ['public'], extra_search_path: ['public'], external_url: siteUrl },
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/**`],
      minimum_password_length: 8,
      email: { enable_confirmations: confirmEmail },
      external: {
        google: {
          enabled: google !== undefined,
          client_id: google?.clientId,
          secret: google?.secret,
          redirect_uri: `${siteUrl}/auth/v1/callback`,
        },
      },
    },
    storage: { enabled: false },
    studio: { enabled: false },
  };
}

export type Claims = Readonly<Record<string, unknown>>;

/** What the gateway has checked, and lite would twice more. By the request object, so that no client can add claims. */
const claimsByRequest = new WeakMap<Request, Claims>();

/** The publishable key grants the recorded claims, or the role anon. */
function createKeys({ publishableKey, secretKey }: Secrets): { resolver: ApiKeyResolver } {
  return {
    async resolver(key, context) {
      const claims = claimsByRequest.get(context.req.raw) ?? { role: 'anon' };
      if (key === publishableKey) return { type: 'publishable', claims: { ...claims } };
      return key === secretKey ? { type: 'secret', claims: { role: 'service_role' } } : null;
    },
  };
}
