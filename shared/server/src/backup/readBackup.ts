import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type * as z from 'zod/mini';
import { parseJson } from '../backend/files.ts';
import { backupError, isBackupError } from './backupError.ts';
import { isKept, type KeptFile } from './files.ts';
import {
  endSchema,
  fileSchema,
  FORMAT_VERSION,
  headerSchema,
  rowSchema,
  sequenceSchema,
  sumSchema,
  tableSchema,
  type Header,
  type Sum,
  type Table,
} from './format.ts';
import { linesIn } from './lines.ts';

/** What a backup holds, in its order. Rows come some at a time, each a line of JSON; they are checked when their table has ended. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'file'; file: KeptFile }
  | { kind: 'table'; table: Table }
  | { kind: 'rows'; rows: string[] }
  | { kind: 'sum'; sum: Sum }
  | { kind: 'sequence'; sequence: string; value: string }
  | { kind: 'end'; tables: number; rows: number };

const GATHERED = 500;

/**
 * Reads a backup to its end, a few lines at a time. Throws a BackupError that says what is wrong with it: what was yielded
 * before is then not to be used.
 */
export async function* readBackup(path: string): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  let state: 'header' | 'between' | 'rows' | 'end' = 'header';
  let table = createTally('');
  let rows: string[] = [];
  const total = { tables: 0, rows: 0 };
  try {
    for await (const line of linesIn(createReadStream(path), createGunzip())) {
      if (state === 'end') throw damaged(path, 'something follows its end');
      const value = parseJson(line);
      if (state === 'rows' && Array.isArray(value)) {
        if (!rowSchema.safeParse(value).success || value.length !== table.width)
          throw damaged(path, `a row of ${table.name} is not whole`);
        table.add(line);
        if (rows.push(line) === GATHERED) {
          yield { kind: 'rows', rows };
          rows = [];
        }
      } else if (state === 'rows') {
        if (rows.length > 0) yield { kind: 'rows', rows };
        rows = [];
        const sum = parsed(path, sumSchema, value);
        if (!table.equals(sum)) throw damaged(path, `the rows of ${table.name} are not as they were saved`);
        total.rows += sum.rows;
        total.tables += 1;
        state = 'between';
        yield { kind: 'sum', sum };
      } else if (state === 'header') {
        state = 'between';
        yield { kind: 'header', header: headerIn(path, value) };
      } else if (has(value, 'table')) {
        const found = parsed(path, tableSchema, value);
        table = createTally(found.table, found.columns.length);
        state = 'rows';
        yield { kind: 'table', table: found };
      } else if (has(value, 'file')) {
        const file = parsed(path, fileSchema, value);
        if (!isKept(file.file)) throw damaged(path, `it brings a file that no backup has: ${file.file}`);
        yield { kind: 'file', file };
      } else if (has(value, 'sequence')) {
        yield { kind: 'sequence', ...parsed(path, sequenceSchema, value) };
      } else {
        const end = parsed(path, endSchema, value);
        if (end.sha256 !== hash.digest('hex') || end.rows !== total.rows || end.tables !== total.tables)
          throw damaged(path, 'its content is not as it was saved');
        state = 'end';
        yield { kind: 'end', ...total };
        continue;
      }
      hash.update(line).update('\n');
    }
  } catch (error) {
    throw readable(path, error);
  }
  if (state !== 'end') throw damaged(path, 'it ends too early');
}

/** Counts and hashes the rows of a table. */
function createTally(name: string, width = 0) {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    name,
    width,
    add(line: Buffer | string) {
      rows += 1;
      hash.update(line).update('\n');
    },
    equals: (sum: Sum) => sum.rows === rows && sum.sha256 === hash.digest('hex'),
  };
}

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && name in value;

function headerIn(path: string, value: unknown): Header {
  if (!has(value, 'backup')) throw backupError(`${path} is no backup of Better Space.`);
  const version: unknown = Reflect.get(Object(value) as object, 'version');
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw backupError(
      `${path} was made by a newer version of Better Space (format ${version}, and this one reads ${FORMAT_VERSION}).`,
    );
  return parsed(path, headerSchema, value);
}

function parsed<T>(path: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const { success, data } = schema.safeParse(value);
  if (!success) throw damaged(path, 'a line of it is not whole');
  return data;
}

const damaged = (path: string, what: string) => backupError(`${path} is damaged: ${what}.`);

/** What Node says of files and of gzip, in our words. */
function readable(path: string, error: unknown): Error {
  if (isBackupError(error)) return error;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'Z_BUF_ERROR') return damaged(path, 'it ends too early');
  if (code === 'Z_DATA_ERROR') return backupError(`${path} is damaged, or no backup of Better Space.`, error);
  const reason = error instanceof Error ? error.message : String(error);
  return backupError(`${path} cannot be read: ${reason}.`, error);
}
