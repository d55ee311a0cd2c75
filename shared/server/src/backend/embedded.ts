import { fdatasyncSync, writeSync } from 'node:fs';
import { PGlite, type Extension } from '@electric-sql/pglite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { errorMessage } from '@space/store';
import { startError } from '../startError.ts';
import { flushNow } from './files.ts';
import { repairConnection } from './lite.ts';

/** Runs a query as the database's owner. Returns its rows. */
export type Query = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** The part of Emscripten's file system for Node that flushes. */
interface NodeFiles {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (stream: { node: unknown; nfd?: number }) => number };
}

/** Flushes when PostgreSQL asks for it. If that fails, the process ends: the disk's content is unknown. */
const flushing: Extension = {
  name: 'flushing',
  setup: async (_, given: { preRun?: unknown[] }) => ({
    emscriptenOpts: { ...given, preRun: [installFlushes, ...(given.preRun ?? [])] },
  }),
};

function installFlushes(module: { FS: { filesystems: { NODEFS: NodeFiles } } }): void {
  const { realPath, stream_ops: operations } = module.FS.filesystems.NODEFS;
  operations.fsync = ({ node, nfd }) => {
    try {
      if (nfd === undefined) flushNow(realPath(node));
      else fdatasyncSync(nfd);
      return 0;
    } catch (error) {
      const reason = `The disk refused to keep a change (${errorMessage(error)}).`;
      writeSync(2, `${reason} The server ends; nothing acknowledged is lost.\n`);
      process.exit(1);
    }
  };
}

/** PGlite's without `-F`, so that PostgreSQL asks for flushes; small buffers, which are zeroed at each start. */
export const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((word) => word !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=8MB'],
];

const TIMESTAMPTZ = 1184;
/** 2026-11-20T09:39:20.26+00:00, as PostgREST writes it. */
const readTimestamp = (text: string) => text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00');

/** Opens or creates a database, with one transaction at a time. Throws a StartError if its files are damaged. */
export async function openEmbedded(path: string) {
  let connection: PgliteConnection;
  try {
    connection = await createPgliteConnection({
      url: path,
      pgliteOptions: {
        parsers: { [TIMESTAMPTZ]: readTimestamp },
        startParams: START_PARAMETERS,
        extensions: { flushing },
      },
    });
    await connection.driver.waitReady;
    await connection.driver.query('select from pg_class limit 1');
  } catch (error) {
    throw startError(
      `The database in ${path} cannot be opened: its files are damaged or incomplete. Put a copy of them back, or move the folder away to begin with an empty one.`,
      error,
    );
  }
  const { driver } = connection;
  // The engine copies all its parsers for each statement. From 10,000 on they are of system tables.
  for (const type of Object.keys(driver.parsers))
    if (Number(type) >= 10_000) Reflect.deleteProperty(driver.parsers, type);
  const exclusive = repairConnection(connection);
  const query: Query = async (sql, parameters = []) =>
    (await driver.query<Record<string, unknown>>(sql, parameters)).rows;
  return { connection, query, close: () => exclusive(() => connection.close()) };
}
