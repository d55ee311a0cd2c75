import * as z from 'zod/mini';

// A backup is lines of JSON in UTF-8, compressed with gzip (decision 045): the header; a line for each file; then for each table
// its name, its rows, and what they are counted and hashed to; the last line counts and hashes all lines before it.
//
//   {"backup":"better-space","version":1,"madeAt":"2026-11-25T13:26:00.000Z",…}
//   {"file":"secrets.json","text":"…"}
//   {"table":"public.tasks","owner":"postgres","columns":["id","title",…]}
//   ["0d9e…","Plan",…]                                  each value as PostgreSQL writes it as text, or null
//   {"rows":1,"sha256":"…"}
//   {"sequence":"public.…","value":"7"}
//   {"end":true,"tables":15,"rows":31,"sha256":"…"}

/** Rises when a program of before could not read what is written. */
export const FORMAT_VERSION = 1;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());

/** A migration of the database: the site's own, or that of a remote, whose tables a role of its own owns. */
const migrationSchema = z.object({ version: z.string(), name: z.string(), remote: z.nullable(z.string()) });
export type AppliedMigration = z.infer<typeof migrationSchema>;

export const headerSchema = z.object({
  backup: z.literal('better-space'),
  version: z.int(),
  madeAt: z.iso.datetime(),
  /** What it was made for, in words. */
  reason: z.string(),
  /** PGlite: null where a PostgreSQL kept the data. */
  madeBy: z.object({ postgres: z.string(), pglite: z.nullable(z.string()), lite: z.string() }),
  /** What made the tables, in the order in which it makes them again. */
  migrations: z.array(migrationSchema),
});
export type Header = z.infer<typeof headerSchema>;

export const fileSchema = z.object({ file: z.string(), text: z.string() });
export const tableSchema = z.object({ table: z.string(), owner: z.string(), columns: z.array(z.string()) });
export const sumSchema = z.object({ rows: count, sha256: hash });
export const sequenceSchema = z.object({ sequence: z.string(), value: z.string() });
export const endSchema = z.object({ end: z.literal(true), tables: count, rows: count, sha256: hash });

/** A row: its values as text. */
export const rowSchema = z.array(z.nullable(z.string()));

export type Table = z.infer<typeof tableSchema>;
export type Sum = z.infer<typeof sumSchema>;

/** The applied migrations, with their texts. */
export const HISTORY = 'supabase_migrations.schema_migrations';
