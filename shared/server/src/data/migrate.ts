import type { Transaction } from '../backend/database.ts';
import { asRemote, isFailedStatement } from './applyRemote.ts';
import { findChanges, readForeign } from './catalog.ts';
import { checkTables } from './checkTables.ts';
import { findingAt, readName, type Finding, type MigrationFile } from './remoteNames.ts';
import { readStatements, type Statement } from './statements.ts';

const MAX_MIGRATION_BYTES = 64 * 1024;
const MAX_MIGRATIONS = 200;

/** Checks the migrations before anything runs: names, sizes, duplicate versions. */
function checkNames(migrations: readonly MigrationFile[]): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  if (migrations.length > MAX_MIGRATIONS)
    findings.push({
      message: `it has ${migrations.length} migrations, and a remote may have ${MAX_MIGRATIONS}`,
    });
  for (const { file, sql } of migrations) {
    const name = readName(file);
    if (name === null)
      findings.push(findingAt('is not the name of a migration, such as 20261125100000_entries.sql', file));
    else if (seen.has(name.version)) findings.push(findingAt('has the time of another migration', file));
    if (Buffer.byteLength(sql) > MAX_MIGRATION_BYTES) findings.push(findingAt('has more than 64 kB', file));
    seen.add(name?.version ?? file);
  }
  return findings;
}

/** A parsed migration. */
interface ReadMigration {
  file: string;
  statements: Statement[];
}

/** Parses migrations. Returns them, and findings for everything that they may not do. */
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

/** Returns where a table is created, or null if it existed before. */
function findCreation(
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
 * Runs migrations of a remote inside a transaction and checks the resulting tables. Takes the transaction, the remote, and
 * the migrations; returns the problems. After a statement that fails, the transaction is aborted.
 */
export async function migrateRemote(
  transaction: Transaction,
  remote: string,
  read: readonly ReadMigration[],
): Promise<Finding[]> {
  let file = '';
  try {
    return await asRemote(transaction, remote, async (run) => {
      const before = await readForeign(transaction, remote);
      for (const migration of read) {
        ({ file } = migration);
        await run(migration.statements);
      }
      const changed = findChanges(before, await readForeign(transaction, remote));
      const touched = changed.map((key) => ({
        message: `it changes something that is not its own (${key})`,
      }));
      const found = await checkTables(transaction, remote);
      return [
        ...touched,
        ...found.map(({ message, table }) => {
          const place = findCreation(read, table);
          return place === null ? { message } : findingAt(message, ...place);
        }),
      ];
    });
  } catch (error) {
    if (isFailedStatement(error)) return [findingAt(error.message, file, error.line)];
    throw error;
  }
}
