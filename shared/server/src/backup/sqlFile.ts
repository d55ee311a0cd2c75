import type { PGlite } from '@electric-sql/pglite';
import { writeFileAtomically } from '../backend/files.ts';
import { readMigrations } from '../backend/migrations.ts';
import { startError } from '../startError.ts';
import { withCopy, type Content } from './backupFile.ts';

/**
 * The tables that the file fills, each after those that it references. `columns`: default all. `fixed`: columns that only
 * GoTrue has, by their value as SQL.
 */
const TABLES: readonly { name: string; columns?: string; fixed?: Readonly<Record<string, string>> }[] = [
  {
    name: 'auth.users',
    columns: `id, email, encrypted_password, email_confirmed_at, invited_at, phone, phone_confirmed_at, last_sign_in_at,
      raw_app_meta_data, raw_user_meta_data, banned_until, is_sso_user, is_anonymous, deleted_at, created_at, updated_at`,
    // GoTrue finds no account without this `instance_id`, and answers 500 if a token is null.
    fixed: {
      "'00000000-0000-0000-0000-000000000000'": 'instance_id',
      "'authenticated'": 'aud, role',
      "''": `confirmation_token, recovery_token, email_change_token_new, email_change_token_current, email_change,
        phone_change, phone_change_token, reauthentication_token`,
    },
  },
  {
    name: 'auth.identities',
    columns: 'id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at',
  },
  { name: 'public.profiles' },
  { name: 'public.tasks' },
];

const namesIn = (list: string) => list.split(/,\s*/);

/** Ends in an error, before anything is changed, in a database that is not ready or that has accounts already. */
const BEGINNING = String.raw`\set ON_ERROR_STOP on
set client_encoding = 'UTF8';
begin;
set local datestyle = 'ISO, YMD';
set local statement_timeout = 0;
set local lock_timeout = '10s';
do $$ begin
  if to_regclass('auth.users') is null then
    raise exception 'This is no Supabase project: there is no table auth.users. Nothing was loaded.';
  elsif to_regclass('public.tasks') is null then
    raise exception 'The tables of the site are missing: run "supabase db push" first. Nothing was loaded.';
  end if;
end $$;
lock table ${TABLES.map(({ name }) => name).join(', ')} in share row exclusive mode;
do $$ begin
  if exists (select from auth.users) then
    raise exception 'This project already has accounts. Nothing was loaded.';
  end if;
end $$;
`;

async function columnsOf(engine: PGlite, table: string): Promise<string[]> {
  const { rows } = await engine.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map((row) => row.name);
}

/** Returns the number of rows of a table, and SQL that creates them. */
async function copyOf(engine: PGlite, { name, columns, fixed = {} }: (typeof TABLES)[number]) {
  const own = columns === undefined ? await columnsOf(engine, name) : namesIn(columns);
  const added = Object.entries(fixed).flatMap(([value, list]) =>
    namesIn(list).map((column) => ({ column, value })),
  );
  const values = [...added.map(({ value }) => value), ...own.map((column) => `it.${column}`)].join(', ');
  const { blob, affectedRows: count = 0 } = await engine.query(
    `copy (select ${values} from ${name} as it order by it.created_at, it.id) to '/dev/blob'`,
  );
  const rows = (await blob?.text()) ?? '';
  const names = [...added.map(({ column }) => column), ...own].join(', ');
  // The trigger of the accounts has created a profile for each of them, with a default name.
  const first = name === 'public.profiles' ? 'delete from public.profiles;\n' : '';
  return { name, count, sql: `${first}copy ${name} (${names}) from stdin;\n${rows}\\.\n` };
}

/** Throws a StartError if the database has another schema than this version, or rows that the file would leave out. */
async function checkSchema(engine: PGlite, dataDir: string): Promise<void> {
  const { rows } = await engine.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  if (readMigrations().some(({ version }) => !rows.some((row) => row.version === version)))
    throw startError(
      `The data in ${dataDir} is of an earlier version: start this version with it once, and then write the file.`,
    );
  const others = await engine.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  for (const { name } of others.rows.filter((row) => !TABLES.some((table) => table.name === row.name))) {
    const found = await engine.query(`select from ${name} limit 1`);
    if (found.rows.length > 0)
      throw startError(`${name} has rows, and the file would leave them out: add it to sqlFile.ts.`);
  }
}

/**
 * Writes the accounts with their password hashes, profiles and tasks of a database as one SQL file, which `psql` loads into
 * an empty Supabase project. Reads a copy of the database: call it while holding the lock of the data directory.
 *
 * Takes the data directory and the path of the file. Returns the numbers of accounts and of tasks.
 * Throws a StartError if the schema is not that of this version.
 */
export const writeSql = (dataDir: string, file: string): Promise<Content> =>
  withCopy(dataDir, async (engine) => {
    await checkSchema(engine, dataDir);
    await engine.exec(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'`);
    const parts: Awaited<ReturnType<typeof copyOf>>[] = [];
    for (const table of TABLES) parts.push(await copyOf(engine, table));
    const differs = parts.map(({ name, count }) => `(select count(*) from ${name}) <> ${count}`).join(' or ');
    const ending = `do $$ begin
  if ${differs} then
    raise exception 'Not every row has arrived. Nothing was loaded.';
  end if;
end $$;
commit;
`;
    writeFileAtomically(file, [BEGINNING, ...parts.map(({ sql }) => sql), ending].join(''));
    const countOf = (table: string) => parts.find(({ name }) => name === table)?.count ?? 0;
    return { accounts: countOf('auth.users'), tasks: countOf('public.tasks') };
  });
