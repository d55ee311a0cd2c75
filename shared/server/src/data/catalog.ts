import type { Transaction } from '../backend/database.ts';
import { roleOf } from './remoteNames.ts';

/** The first oid of objects that the engine did not create itself. */
const FIRST_USER_OID = 16384;

/** Columns of pg_class about a relation's current size and storage, not its definition. */
const VOLATILE = `{relpages,reltuples,relallvisible,relallfrozen,relfilenode,relfrozenxid,relminmxid,relhastriggers,relhasindex}`;

/** A query for the rows of a catalog: their key, their content, and the relation that they belong to. */
const rowsOf = (catalog: string, key: string, relation: string, where = 'true') =>
  `select '${catalog}' as kind, (${key})::text as key, (${relation})::oid as relation,
     (to_jsonb(it) - '${VOLATILE}'::text[])::text as content from pg_catalog.${catalog} as it where ${where}`;

const rowsOfCatalog = (catalog: string, key = 'oid', where = 'true') => rowsOf(catalog, key, 'null', where);

/** A query for all objects of a database that a migration could change. */
const ALL = [
  rowsOf('pg_class', 'oid', 'it.oid', `oid >= ${FIRST_USER_OID}`),
  rowsOf('pg_attribute', `attrelid || ':' || attnum`, 'attrelid', `attrelid >= ${FIRST_USER_OID}`),
  rowsOf('pg_attrdef', 'oid', 'adrelid'),
  rowsOf('pg_constraint', 'oid', 'conrelid'),
  rowsOf('pg_index', 'indexrelid', 'indrelid', `indexrelid >= ${FIRST_USER_OID}`),
  rowsOf('pg_policy', 'oid', 'polrelid'),
  rowsOf('pg_trigger', 'oid', 'tgrelid', 'not tgisinternal'),
  rowsOf('pg_rewrite', 'oid', 'ev_class', `oid >= ${FIRST_USER_OID}`),
  rowsOf('pg_inherits', `inhrelid || ':' || inhparent`, 'inhrelid'),
  rowsOf('pg_sequence', 'seqrelid', 'seqrelid'),
  rowsOf('pg_statistic_ext', 'oid', 'stxrelid'),
  rowsOf(
    'pg_type',
    'oid',
    `case when typrelid <> 0 then typrelid
      else (select element.typrelid from pg_type as element where element.oid = it.typelem) end`,
    `oid >= ${FIRST_USER_OID}`,
  ),
  ...['pg_proc', 'pg_operator', 'pg_cast', 'pg_collation', 'pg_conversion', 'pg_opclass', 'pg_language'].map(
    (catalog) => rowsOfCatalog(catalog, 'oid', `oid >= ${FIRST_USER_OID}`),
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
  ].map((catalog) => rowsOfCatalog(catalog)),
  rowsOfCatalog('pg_auth_members', `roleid || ':' || member || ':' || grantor`),
  rowsOfCatalog('pg_db_role_setting', `setdatabase || ':' || setrole`),
].join('\nunion all\n');

/** All objects except those of the remote's own relations; TOAST tables and indexes have the same owner as their table. */
const FOREIGN_OBJECTS = (role: string) => `
  select kind || ' ' || key as key, md5(content) as content from (${ALL}) as rows
  where relation is null or not exists (
    select from pg_catalog.pg_class as own join pg_catalog.pg_roles as owner on owner.oid = own.relowner
    where own.oid = rows.relation and owner.rolname = '${role}')`;

/** Reads all objects of a database that do not belong to a remote: their key in the catalog → a hash of their content. */
export async function readForeign(transaction: Transaction, remote: string): Promise<Map<string, string>> {
  const { rows } = await transaction.query(FOREIGN_OBJECTS(roleOf(remote)));
  return new Map(rows.map(({ key, content }) => [String(key), String(content)]));
}

/** Returns the keys, in the catalog, of objects that were changed, removed or added. */
export function findChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const gone = [...before.keys()].filter((key) => !after.has(key));
  return [...gone, ...[...after].filter(([key, content]) => before.get(key) !== content).map(([key]) => key)];
}
