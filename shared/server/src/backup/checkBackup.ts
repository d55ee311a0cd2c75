import { statSync } from 'node:fs';
import type { DataFile } from './dataFiles.ts';
import { HISTORY, type Header, type Sum, type Table } from './format.ts';
import { readBackup } from './readBackup.ts';

/** The content of a backup, except the rows of its tables. */
export interface Summary {
  header: Header;
  files: DataFile[];
  tables: (Table & Sum)[];
  sequences: { sequence: string; value: string }[];
  /** The rows of the history of migrations, which contain their SQL. */
  history: string[];
  bytes: number;
}

/** Reads a backup to its end and returns its summary. Throws a BackupError that says what is wrong with it. */
export async function checkBackup(path: string): Promise<Summary> {
  let header: Header | null = null;
  let table: Table = { table: '', owner: '', columns: [] };
  const found: Omit<Summary, 'header' | 'bytes'> = { files: [], tables: [], sequences: [], history: [] };
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') ({ header } = part);
    else if (part.kind === 'file') found.files.push(part.file);
    else if (part.kind === 'table') ({ table } = part);
    else if (part.kind === 'rows' && table.table === HISTORY) found.history.push(...part.rows);
    else if (part.kind === 'sum') found.tables.push({ ...table, ...part.sum });
    else if (part.kind === 'sequence') found.sequences.push({ sequence: part.sequence, value: part.value });
  }
  if (header === null) throw new Error('A backup without a header was read to its end');
  return { header, ...found, bytes: statSync(path).size };
}

/** Describes a backup in a few words: '3 accounts, 40 tasks, 115 rows in 15 tables, 21 kB'. */
export function describeBackup({ tables, bytes }: Summary): string {
  const rowsOf = (name: string) => tables.find(({ table }) => table === name)?.rows ?? 0;
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  return [
    counted(rowsOf('auth.users'), 'account'),
    counted(rowsOf('public.tasks'), 'task'),
    `${counted(all, 'row')} in ${tables.length} tables`,
    sizeOf(bytes),
  ].join(', ');
}

/** Formats a size: '20 kB', '5.8 MB'. */
export const sizeOf = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
