import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Query } from './readTables.ts';
import { readDataFiles } from './dataFiles.ts';
import { INSTALLED, openWithMatchingEngine, readVersions } from './versions.ts';
import { writeBackup } from './writeBackup.ts';

// The main module of a child process (`saveFiles`): opens a copy of a database, perhaps with an older engine, and writes
// the backup, while the server's own engine keeps serving requests.

/** The input, as JSON on standard input. */
const inputSchema = z.object({
  /** The path of a copy of the embedded database, or the address of a PostgreSQL database. */
  from: z.union([z.strictObject({ copy: z.string() }), z.strictObject({ address: z.string() })]),
  dataDir: z.string(),
  file: z.string(),
  reason: z.string(),
  madeAt: z.iso.datetime(),
});
export type SaveInput = z.infer<typeof inputSchema>;

async function openFiles(copy: string, dataDir: string) {
  const database = await openWithMatchingEngine(copy);
  const query: Query = async (sql, parameters = []) =>
    (await database.query<Record<string, unknown>>(sql, parameters)).rows;
  return { query, versions: readVersions(copy), readFiles: () => readDataFiles(dataDir) };
}

async function openAddress(address: string) {
  // The driver is loaded only if it is needed.
  const { connectOnce } = await import('../backend/postgres/connect.ts');
  const { readInstallFiles } = await import('../backend/postgres/savedInstall.ts');
  const { client } = await connectOnce(address);
  const query: Query = async (sql, parameters) =>
    (await client.query<Record<string, unknown>>(sql, parameters)).rows;
  return { query, versions: { ...INSTALLED, pglite: null }, readFiles: () => readInstallFiles(query) };
}

try {
  const { from, dataDir, file, reason, madeAt } = inputSchema.parse(JSON.parse(await text(process.stdin)));
  const { query, ...parts } = await ('copy' in from
    ? openFiles(from.copy, dataDir)
    : openAddress(from.address));
  await writeBackup(query, file, { reason, madeAt, ...parts });
  process.exit(0);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error), () => process.exit(1));
}
