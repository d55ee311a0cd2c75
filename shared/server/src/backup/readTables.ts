/** Queries a database (PGlite or PostgreSQL) on one connection, so that it can use transactions. Returns the rows. */
export type Query = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** The schemas that are saved: those that lite and our migrations create. */
const SCHEMAS = `('auth', 'private', 'public', 'supabase_migrations')`;

/** Settings with which values are converted to and from text the same way in every database, with fully qualified names. */
export const PLAIN_TEXT = [
  `set search_path = pg_catalog`,
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO, YMD'`,
  `set intervalstyle = 'postgres'`,
  `set bytea_output = 'hex'`,
  `set extra_float_digits = 1`,
  // A user who may not see all rows gets an error instead of a part of them.
  `set row_security = off`,
];

/** A table, and its columns except generated ones. */
export interface TableFacts {
  name: string;
  owner: string;
  columns: { name: string; type: string }[];
}

const TABLES = `
  select c.oid::regclass::text as name, c.relowner::regrole::text as owner,
    (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, -1)) order by attnum)
       from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ${SCHEMAS} and c.relkind = 'r' and c.relpersistence = 'p'
  order by 1`;

/** Reads all tables. Apply the settings of PLAIN_TEXT before. */
export async function readTables(query: Query): Promise<TableFacts[]> {
  return (await query(TABLES)) as unknown as TableFacts[]; // as TABLES selects them
}

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as sequence, last_value::text as value
  from pg_sequences where schemaname in ${SCHEMAS} and last_value is not null order by 1`;

/** Reads the sequences that have been used, and their last values. */
export async function readSequences(query: Query): Promise<{ sequence: string; value: string }[]> {
  return (await query(SEQUENCES)) as unknown as { sequence: string; value: string }[]; // see SEQUENCES
}

/** Quotes a name for SQL. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** SQL that selects the rows of a table as lines of JSON, in the same order in every database. */
export const selectLines = ({ name, columns }: { name: string; columns: readonly string[] }) =>
  `select line from (
     select array_to_json(array[${columns.map((column) => `it.${quoted(column)}::text`).join(', ')}]::text[])::text
       as line from ${name} as it
   ) as lines order by line collate "C"`;
