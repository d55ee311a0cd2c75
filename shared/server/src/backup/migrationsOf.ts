import { readMigrations } from '../backend/migrations.ts';
import { prefixOf } from '../data/remoteNames.ts';
import { readStatements } from '../data/statements.ts';
import { HISTORY, type AppliedMigration } from './format.ts';
import type { Query, TableFacts } from './readTables.ts';

const ROLE = /^remote_(\w+)$/;

/** The remotes whose roles own tables. A role's name has underscores for hyphens; here both spellings are equivalent. */
const remotesOf = (tables: readonly TableFacts[]) =>
  new Set(tables.flatMap(({ owner }) => ROLE.exec(owner)?.[1]?.replaceAll('_', '-') ?? []));

/**
 * Reads the migrations of a database, in the order in which a restore applies them: the site's own, then those of remotes,
 * which need the site's but not each other's. The history does not record the owner of a migration: one that is not the
 * site's belongs to the remote whose prefix its name has; if several match, to the one whose table it creates or mentions.
 */
export async function readApplied(query: Query, tables: readonly TableFacts[]): Promise<AppliedMigration[]> {
  const rows = await query(`select version, name, statements from ${HISTORY} order by version`);
  const own = new Set(readMigrations().map(({ version, name }) => `${version} ${name}`));
  const remotes = [...remotesOf(tables)];
  const applied: AppliedMigration[] = [];
  for (const row of rows) {
    const [version, name] = [String(row['version']), String(row['name'])];
    const candidates = own.has(`${version} ${name}`)
      ? []
      : remotes.filter((remote) => name.startsWith(prefixOf(remote)));
    const sql = Array.isArray(row['statements']) ? row['statements'].join(';\n') : '';
    const [first = null] = candidates;
    const remote = candidates.length > 1 ? await ownerOf(sql, tables, candidates) : first;
    applied.push({ version, name, remote });
  }
  return [
    ...applied.filter(({ remote }) => remote === null),
    ...applied.filter(({ remote }) => remote !== null),
  ];
}

/** Of several remotes, returns the one that owns a table which the SQL creates or, failing that, mentions. */
async function ownerOf(
  sql: string,
  tables: readonly TableFacts[],
  remotes: readonly string[],
): Promise<string> {
  const { statements } = await readStatements(sql);
  const created = new Set(statements.map(({ table }) => table));
  const owns = (remote: string, table: TableFacts) => table.owner === `remote_${remote.replaceAll('-', '_')}`;
  const nameOf = (table: TableFacts) => table.name.replace(/^public\./, '');
  const findRemote = (matches: (table: string) => boolean) =>
    remotes.find((remote) => tables.some((table) => owns(remote, table) && matches(nameOf(table))));
  return (
    findRemote((table) => created.has(table)) ??
    findRemote((table) => new RegExp(`\\b${table}\\b`).test(sql)) ??
    remotes.toSorted((one, other) => other.length - one.length)[0] ??
    ''
  );
}
