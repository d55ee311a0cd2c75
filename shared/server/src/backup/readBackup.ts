import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type * as z from 'zod/mini';
import { parseJson } from '../backend/files.ts';
import { backupError, isBackupError } from './backupError.ts';
import { isDataFile, type DataFile } from './dataFiles.ts';
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

/** The parts of a backup, in order. Rows come in batches of JSON lines; a table's rows are checked when the table ends. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'file'; file: DataFile }
  | { kind: 'table'; table: Table }
  | { kind: 'rows'; rows: string[] }
  | { kind: 'sum'; sum: Sum }
  | { kind: 'sequence'; sequence: string; value: string }
  | { kind: 'end'; tables: number; rows: number };

const BATCH_SIZE = 500;

/**
 * Reads a backup to its end, a few lines at a time. Throws a BackupError that says what is wrong with it; discard the
 * parts that were yielded before.
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
          throw damaged(path, `a row of ${table.name} is incomplete`);
        table.add(line);
        if (rows.push(line) === BATCH_SIZE) {
          yield { kind: 'rows', rows };
          rows = [];
        }
      } else if (state === 'rows') {
        if (rows.length > 0) yield { kind: 'rows', rows };
        rows = [];
        const sum = parsePart(path, sumSchema, value);
        if (!table.equals(sum)) throw damaged(path, `the rows of ${table.name} are not as they were saved`);
        total.rows += sum.rows;
        total.tables += 1;
        state = 'between';
        yield { kind: 'sum', sum };
      } else if (state === 'header') {
        state = 'between';
        yield { kind: 'header', header: parseHeader(path, value) };
      } else if (hasKey(value, 'table')) {
        const found = parsePart(path, tableSchema, value);
        table = createTally(found.table, found.columns.length);
        state = 'rows';
        yield { kind: 'table', table: found };
      } else if (hasKey(value, 'file')) {
        const file = parsePart(path, fileSchema, value);
        if (!isDataFile(file.file))
          throw damaged(path, `it contains a file that no backup has: ${file.file}`);
        yield { kind: 'file', file };
      } else if (hasKey(value, 'sequence')) {
        yield { kind: 'sequence', ...parsePart(path, sequenceSchema, value) };
      } else {
        const end = parsePart(path, endSchema, value);
        if (end.sha256 !== hash.digest('hex') || end.rows !== total.rows || end.tables !== total.tables)
          throw damaged(path, 'its content is not as it was saved');
        state = 'end';
        yield { kind: 'end', ...total };
        continue;
      }
      hash.update(line).update('\n');
    }
  } catch (error) {
    throw toBackupError(path, error);
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

const hasKey = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && name in value;

function parseHeader(path: string, value: unknown): Header {
  if (!hasKey(value, 'backup')) throw backupError(`${path} is not a backup of Better Space.`);
  const version: unknown = Reflect.get(Object(value) as object, 'version');
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw backupError(
      `${path} was made by a newer version of Better Space (format ${version}, and this one reads ${FORMAT_VERSION}).`,
    );
  return parsePart(path, headerSchema, value);
}

function parsePart<T>(path: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const { success, data } = schema.safeParse(value);
  if (!success) throw damaged(path, 'one of its lines is incomplete');
  return data;
}

const damaged = (path: string, what: string) => backupError(`${path} is damaged: ${what}.`);

/** Converts Node's errors of files and of gzip into a BackupError. */
function toBackupError(path: string, error: unknown): Error {
  if (isBackupError(error)) return error;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'Z_BUF_ERROR') return damaged(path, 'it ends too early');
  if (code === 'Z_DATA_ERROR')
    return backupError(`${path} is damaged, or not a backup of Better Space.`, error);
  const reason = error instanceof Error ? error.message : String(error);
  return backupError(`${path} cannot be read: ${reason}.`, error);
}
