import type { Transaction } from '../backend/database.ts';
import { asRemote, isFailedStatement } from './applyRemote.ts';
import { changedOthers, readOthers } from './catalog.ts';
import { judgeTables } from './judgeTables.ts';
import { findingAt, readName, type Finding, type MigrationFile } from './remoteNames.ts';
import { readStatements, type Statement } from './statements.ts';

const LARGEST_MIGRATION = 64 * 1024;
const MOST_MIGRATIONS = 200;

/** What is wrong before anything runs: names, sizes, times that come twice. */
function checkNames(migrations: readonly MigrationFile[]): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  if (migrations.length > MOST_MIGRATIONS)
    findings.push({ message: `it brings ${migrations.length} migrations, and ${MOST_MIGRATIONS} may be` });
  for (const { file, sql } of migrations) {
    const name = readName(file);
    if (name === null)
      findings.push(findingAt('is no name of a migration like 20261125100000_entries.sql', file));
    else if (seen.has(name.version)) findings.push(findingAt('has the time of another migration', file));
    if (Buffer.byteLength(sql) > LARGEST_MIGRATION) findings.push(findingAt('has more than 64 kB', file));
    seen.add(name?.version ?? file);
  }
  return findings;
}

/** A migration that was read. */
interface ReadMigration {
  file: string;
  statements: Statement[];
}

/** Reads migrations; returns them, or what they may not do. */
export async function readAll(
  migrations: readonly MigrationFile[],
): Promise<{ read: ReadMigration[]; findings: Finding[] }> {
  const read: ReadMigration[] = [];
  const findings = checkNames(migrations);
  if (findings.length > 0) return { read, findings };
  for (const { file, sql } of migrations) {
    const { statements, faults } = await readStatements(sql);
    read.push({ file, statements });
    findings.push(...faults.map(({ message, line }) => findingAt(message, file, line)));
  }
  return { read, findings };
}

/** Where a table is created; nowhere for one that was there before. */
function placeOf(
  read: readonly ReadMigration[],
  table: string | undefined,
): [file: string, line: number] | null {
  for (const { file, statements } of read) {
    const found = table !== undefined && statements.find((one) => one.table === table);
    if (found) return [file, found.line];
  }
  return null;
}

/**
 * Runs migrations of a remote inside a transaction and judges what came of them. Takes the transaction, the remote, and the
 * migrations; returns what is wrong. After the first statement that fails, the transaction is over.
 */
export async function migrateRemote(
  transaction: Transaction,
  remote: string,
  read: readonly ReadMigration[],
): Promise<Finding[]> {
  let file = '';
  try {
    return await asRemote(transaction, remote, async (run) => {
      const before = await readOthers(transaction, remote);
      for (const migration of read) {
        ({ file } = migration);
        await run(migration.statements);
      }
      const changed = changedOthers(before, await readOthers(transaction, remote));
      const touched = changed.map((key) => ({ message: `it touches what is not its own (${key})` }));
      const judged = await judgeTables(transaction, remote);
      return [
        ...touched,
        ...judged.map(({ message, table }) => {
          const place = placeOf(read, table);
          return place === null ? { message } : findingAt(message, ...place);
        }),
      ];
    });
  } catch (error) {
    if (isFailedStatement(error)) return [findingAt(error.message, file, error.line)];
    throw error;
  }
}
