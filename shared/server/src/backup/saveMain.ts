import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Query } from './readTables.ts';
import { readDataFiles } from './dataFiles.ts';
import { openWithMatchingEngine, readVersions } from './versions.ts';
import { writeBackup } from './writeBackup.ts';

// The main module of a child process (`saveFiles`): opens a copy of a database, perhaps with an older engine, and writes
// the backup, while the server's own engine keeps serving requests.

/** The input, as JSON on standard input. */
const inputSchema = z.object({
  /** The path of a copy of the embedded database. */
  copy: z.string(),
  dataDir: z.string(),
  file: z.string(),
  reason: z.string(),
  madeAt: z.iso.datetime(),
});
export type SaveInput = z.infer<typeof inputSchema>;

try {
  const { copy, dataDir, file, reason, madeAt } = inputSchema.parse(JSON.parse(await text(process.stdin)));
  const database = await openWithMatchingEngine(copy);
  const query: Query = async (sql, parameters = []) =>
    (await database.query<Record<string, unknown>>(sql, parameters)).rows;
  const [versions, readFiles] = [readVersions(copy), () => readDataFiles(dataDir)];
  await writeBackup(query, file, { reason, madeAt, versions, readFiles });
  process.exit(0);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error), () => process.exit(1));
}
