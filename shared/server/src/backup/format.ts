import * as z from 'zod/mini';

// A backup is lines of JSON in UTF-8, compressed with gzip (decision 045): the header; a line for each file; then for each table
// its name, its rows, and their count and hash; then the sequences; the last line counts and hashes all others.
//
//   {"backup":"better-space","version":1,"madeAt":"2026-11-25T13:26:00.000Z",…}
//   {"file":"secrets.json","text":"…"}
//   {"table":"public.tasks","owner":"postgres","columns":["id","title",…]}
//   ["0d9e…","Plan",…]                                  each value as PostgreSQL writes it as text, or null
//   {"rows":1,"sha256":"…"}
//   {"sequence":"public.…","value":"7"}
//   {"end":true,"tables":15,"rows":31,"sha256":"…"}

/** Increased when older versions of the program cannot read the new format. */
export const FORMAT_VERSION = 1;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());

/** A migration of the database. `remote`: in older backups, the remote that it created tables for. */
const migrationSchema = z.object({ version: z.string(), name: z.string(), remote: z.nullable(z.string()) });

export const headerSchema = z.object({
  backup: z.literal('better-space'),
  version: z.int(),
  madeAt: z.iso.datetime(),
  /** Why the backup was made, in words. */
  reason: z.string(),
  /** `pglite` is null if the data was in a PostgreSQL server. */
  madeBy: z.object({ postgres: z.string(), pglite: z.nullable(z.string()), lite: z.string() }),
  /** The migrations that created the tables, in the order in which a restore applies them. */
  migrations: z.array(migrationSchema),
});
export type Header = z.infer<typeof headerSchema>;

export const fileSchema = z.object({ file: z.string(), text: z.string() });
export const tableSchema = z.object({ table: z.string(), owner: z.string(), columns: z.array(z.string()) });
export const sumSchema = z.object({ rows: count, sha256: hash });
export const sequenceSchema = z.object({ sequence: z.string(), value: z.string() });
export const endSchema = z.object({ end: z.literal(true), tables: count, rows: count, sha256: hash });

/** A row: its values as text, or null. */
export const rowSchema = z.array(z.nullable(z.string()));

export type Table = z.infer<typeof tableSchema>;
export type Sum = z.infer<typeof sumSchema>;

/** The table of applied migrations, with their SQL. */
export const HISTORY = 'supabase_migrations.schema_migrations';
