import { readMigrations } from '../backend/migrations.ts';
import { prefixOf } from '../data/remoteNames.ts';
import { readStatements } from '../data/statements.ts';
import { HISTORY, type AppliedMigration } from './format.ts';
import type { Ask, TableFacts } from './ask.ts';

const ROLE = /^remote_(\w+)$/;

/** The remotes whose roles own tables. Of a name with hyphens the role knows underscores: one is as good as the other here. */
const remotesOf = (tables: readonly TableFacts[]) =>
  new Set(tables.flatMap(({ owner }) => ROLE.exec(owner)?.[1]?.replaceAll('_', '-') ?? []));

/**
 * The migrations that made a database, in the order that makes it again: the site's own, then those of remotes, which need the
 * site's and not each other's. The history does not say whose a migration is: what is not among the site's is the remote's whose
 * name it begins with and, where two fit, whose table it creates or names.
 */
export async function readApplied(ask: Ask, tables: readonly TableFacts[]): Promise<AppliedMigration[]> {
  const rows = await ask(`select version, name, statements from ${HISTORY} order by version`);
  const own = new Set(readMigrations().map(({ version, name }) => `${version} ${name}`));
  const remotes = [...remotesOf(tables)];
  const applied: AppliedMigration[] = [];
  for (const row of rows) {
    const [version, name] = [String(row['version']), String(row['name'])];
    const fitting = own.has(`${version} ${name}`)
      ? []
      : remotes.filter((remote) => name.startsWith(prefixOf(remote)));
    const texts = Array.isArray(row['statements']) ? row['statements'].join(';\n') : '';
    const [only = null] = fitting;
    const remote = fitting.length > 1 ? await ownerOf(texts, tables, fitting) : only;
    applied.push({ version, name, remote });
  }
  return [
    ...applied.filter(({ remote }) => remote === null),
    ...applied.filter(({ remote }) => remote !== null),
  ];
}

/** Of several remotes, the one that owns a table which the text creates or, failing that, names. */
async function ownerOf(
  sql: string,
  tables: readonly TableFacts[],
  remotes: readonly string[],
): Promise<string> {
  const { statements } = await readStatements(sql);
  const created = new Set(statements.map(({ table }) => table));
  const owns = (remote: string, table: TableFacts) => table.owner === `remote_${remote.replaceAll('-', '_')}`;
  const nameOf = (table: TableFacts) => table.name.replace(/^public\./, '');
  const finds = (isMeant: (table: string) => boolean) =>
    remotes.find((remote) => tables.some((table) => owns(remote, table) && isMeant(nameOf(table))));
  return (
    finds((table) => created.has(table)) ??
    finds((table) => new RegExp(`\\b${table}\\b`).test(sql)) ??
    remotes.toSorted((one, other) => other.length - one.length)[0] ??
    ''
  );
}
