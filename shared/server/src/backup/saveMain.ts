import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Ask } from './ask.ts';
import { readKept } from './files.ts';
import { OURS, openWithItsEngine, writtenBy } from './versions.ts';
import { writeBackup } from './writeBackup.ts';

// A process of its own (`saveFiles`): opens a copy of a database, perhaps with an older engine, and writes the backup. The server's
// own engine serves people meanwhile.

/** What comes in on standard input. */
const wishSchema = z.object({
  /** A copy of the embedded database, which no process uses; or the address of a PostgreSQL. */
  from: z.union([z.strictObject({ copy: z.string() }), z.strictObject({ address: z.string() })]),
  dataDir: z.string(),
  file: z.string(),
  reason: z.string(),
  madeAt: z.iso.datetime(),
});
export type SaveWish = z.infer<typeof wishSchema>;

async function openFiles(copy: string, dataDir: string) {
  const database = await openWithItsEngine(copy);
  const ask: Ask = async (sql, parameters = []) =>
    (await database.query<Record<string, unknown>>(sql, parameters)).rows;
  return { ask, versions: writtenBy(copy), readFiles: () => readKept(dataDir) };
}

async function openAddress(address: string) {
  // The driver is loaded by who needs it.
  const { connectOnce } = await import('../backend/postgres/connect.ts');
  const { readInstallFiles } = await import('../backend/postgres/savedInstall.ts');
  const { client } = await connectOnce(address);
  const ask: Ask = async (sql, parameters) =>
    (await client.query<Record<string, unknown>>(sql, parameters)).rows;
  return { ask, versions: { ...OURS, pglite: null }, readFiles: () => readInstallFiles(ask) };
}

try {
  const { from, dataDir, file, reason, madeAt } = wishSchema.parse(JSON.parse(await text(process.stdin)));
  const { ask, ...parts } = await ('copy' in from
    ? openFiles(from.copy, dataDir)
    : openAddress(from.address));
  await writeBackup(ask, file, { reason, madeAt, ...parts });
  process.exit(0);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error), () => process.exit(1));
}
