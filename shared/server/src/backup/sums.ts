import { createHash } from 'node:crypto';
import { linesOf, type Ask } from './ask.ts';
import type { Sum } from './format.ts';

/** So many rows at once: of 8 kB each, that is 4 MB. */
const FETCHED = 500;

/**
 * Reads the rows of a table, some at a time, inside a transaction. Yields their lines, each with its end, and returns how many
 * they were, and their SHA-256.
 */
export async function* readRows(
  ask: Ask,
  table: { name: string; columns: readonly string[] },
): AsyncGenerator<string, Sum> {
  const hash = createHash('sha256');
  let rows = 0;
  await ask(`declare saved no scroll cursor for ${linesOf(table)}`);
  for (;;) {
    const found = await ask(`fetch ${FETCHED} from saved`);
    if (found.length === 0) break;
    const text = found.map(({ line }) => `${String(line)}\n`).join('');
    hash.update(text);
    rows += found.length;
    yield text;
  }
  await ask('close saved');
  return { rows, sha256: hash.digest('hex') };
}

/** What the rows of a table are counted and hashed to, as in a backup. */
export async function sumOf(ask: Ask, table: { name: string; columns: readonly string[] }): Promise<Sum> {
  const rows = readRows(ask, table);
  for (;;) {
    const { done, value } = await rows.next();
    if (done === true) return value;
  }
}
