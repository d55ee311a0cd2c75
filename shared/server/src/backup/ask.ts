/** Asks a database: PGlite, or a PostgreSQL. One connection, on which a transaction can be begun. */
export type Ask = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** The schemas that are saved: what lite and our migrations make. */
const SCHEMAS = `('auth', 'private', 'public', 'supabase_migrations')`;

/** How values become text, and text values, the same in every database. Names are written in full. */
export const PLAIN_TEXT = [
  `set search_path = pg_catalog`,
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO, YMD'`,
  `set intervalstyle = 'postgres'`,
  `set bytea_output = 'hex'`,
  `set extra_float_digits = 1`,
  // Who may not see all rows is refused, and does not get some of them.
  `set row_security = off`,
];

/** A table, and those of its columns that hold something of their own. */
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

/** All tables, after PLAIN_TEXT. */
export async function readTables(ask: Ask): Promise<TableFacts[]> {
  return (await ask(TABLES)) as unknown as TableFacts[]; // as TABLES selects them
}

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as sequence, last_value::text as value
  from pg_sequences where schemaname in ${SCHEMAS} and last_value is not null order by 1`;

/** The sequences that have been used, and their last values. */
export async function readSequences(ask: Ask): Promise<{ sequence: string; value: string }[]> {
  return (await ask(SEQUENCES)) as unknown as { sequence: string; value: string }[]; // as SEQUENCES selects them
}

/** A name as SQL has it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The rows of a table, a line of JSON each, in an order that is the same in every database. */
export const linesOf = ({ name, columns }: { name: string; columns: readonly string[] }) =>
  `select line from (
     select array_to_json(array[${columns.map((column) => `it.${quoted(column)}::text`).join(', ')}]::text[])::text
       as line from ${name} as it
   ) as lines order by line collate "C"`;
