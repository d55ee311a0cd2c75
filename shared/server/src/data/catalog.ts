import type { Transaction } from '../backend/database.ts';
import { roleOf } from './remoteNames.ts';

/** The oids of the first object that is not the engine's own. */
const OURS = 16384;

/** What a relation's row says of its present size, and not of what it is. */
const VOLATILE = `{relpages,reltuples,relallvisible,relallfrozen,relfilenode,relfrozenxid,relminmxid,relhastriggers,relhasindex}`;

/** A query for the rows of a catalog: their key, what they say, and the relation that they belong to. */
const rowsOf = (catalog: string, key: string, relation: string, where = 'true') =>
  `select '${catalog}' as kind, (${key})::text as key, (${relation})::oid as relation,
     (to_jsonb(it) - '${VOLATILE}'::text[])::text as content from pg_catalog.${catalog} as it where ${where}`;

const alone = (catalog: string, key = 'oid', where = 'true') => rowsOf(catalog, key, 'null', where);

/** All that a database is made of, as far as a migration could change it. */
const ALL = [
  rowsOf('pg_class', 'oid', 'it.oid', `oid >= ${OURS}`),
  rowsOf('pg_attribute', `attrelid || ':' || attnum`, 'attrelid', `attrelid >= ${OURS}`),
  rowsOf('pg_attrdef', 'oid', 'adrelid'),
  rowsOf('pg_constraint', 'oid', 'conrelid'),
  rowsOf('pg_index', 'indexrelid', 'indrelid', `indexrelid >= ${OURS}`),
  rowsOf('pg_policy', 'oid', 'polrelid'),
  rowsOf('pg_trigger', 'oid', 'tgrelid', 'not tgisinternal'),
  rowsOf('pg_rewrite', 'oid', 'ev_class', `oid >= ${OURS}`),
  rowsOf('pg_inherits', `inhrelid || ':' || inhparent`, 'inhrelid'),
  rowsOf('pg_sequence', 'seqrelid', 'seqrelid'),
  rowsOf('pg_statistic_ext', 'oid', 'stxrelid'),
  rowsOf(
    'pg_type',
    'oid',
    `case when typrelid <> 0 then typrelid
      else (select element.typrelid from pg_type as element where element.oid = it.typelem) end`,
    `oid >= ${OURS}`,
  ),
  ...['pg_proc', 'pg_operator', 'pg_cast', 'pg_collation', 'pg_conversion', 'pg_opclass', 'pg_language'].map(
    (catalog) => alone(catalog, 'oid', `oid >= ${OURS}`),
  ),
  ...[
    'pg_namespace',
    'pg_extension',
    'pg_default_acl',
    'pg_largeobject_metadata',
    'pg_event_trigger',
    'pg_publication',
    'pg_roles',
    'pg_foreign_server',
    'pg_foreign_data_wrapper',
  ].map((catalog) => alone(catalog)),
  alone('pg_auth_members', `roleid || ':' || member || ':' || grantor`),
  alone('pg_db_role_setting', `setdatabase || ':' || setrole`),
].join('\nunion all\n');

/** Without what belongs to the remote's own relations; TOAST tables and indexes have its owner too. */
const OTHERS = (role: string) => `
  select kind || ' ' || key as key, md5(content) as content from (${ALL}) as rows
  where relation is null or not exists (
    select from pg_catalog.pg_class as own join pg_catalog.pg_roles as owner on owner.oid = own.relowner
    where own.oid = rows.relation and owner.rolname = '${role}')`;

/** All of a database that is not a remote's: what it is called in the catalog → what it is. */
export async function readOthers(transaction: Transaction, remote: string): Promise<Map<string, string>> {
  const { rows } = await transaction.query(OTHERS(roleOf(remote)));
  return new Map(rows.map(({ key, content }) => [String(key), String(content)]));
}

/** The names, in the catalog, of what is not as it was: changed, gone or new. */
export function changedOthers(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const gone = [...before.keys()].filter((key) => !after.has(key));
  return [...gone, ...[...after].filter(([key, content]) => before.get(key) !== content).map(([key]) => key)];
}
