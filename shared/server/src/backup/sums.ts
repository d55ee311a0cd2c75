import { createHash } from 'node:crypto';
import { selectLines, type Query } from './readTables.ts';
import type { Sum } from './format.ts';

/** Rows per fetch: with 8 kB each, that is 4 MB. */
const BATCH_SIZE = 500;

/**
 * Reads the rows of a table in batches, inside a transaction. Yields their lines, including line ends, and returns the
 * number of rows and their SHA-256.
 */
export async function* readRows(
  query: Query,
  table: { name: string; columns: readonly string[] },
): AsyncGenerator<string, Sum> {
  const hash = createHash('sha256');
  let rows = 0;
  await query(`declare saved no scroll cursor for ${selectLines(table)}`);
  for (;;) {
    const found = await query(`fetch ${BATCH_SIZE} from saved`);
    if (found.length === 0) break;
    const text = found.map(({ line }) => `${String(line)}\n`).join('');
    hash.update(text);
    rows += found.length;
    yield text;
  }
  await query('close saved');
  return { rows, sha256: hash.digest('hex') };
}

/** Returns the count and hash of a table's rows, as in a backup. */
export async function sumOf(query: Query, table: { name: string; columns: readonly string[] }): Promise<Sum> {
  const rows = readRows(query, table);
  for (;;) {
    const { done, value } = await rows.next();
    if (done === true) return value;
  }
}
