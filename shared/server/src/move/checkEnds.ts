import { readMigrations } from '../backend/migrations.ts';
import { readTables, type TableFacts } from '../backup/readTables.ts';
import { HISTORY } from '../backup/format.ts';
import type { End } from './end.ts';
import { matchRemoteTables } from './remoteTables.ts';
import { matchTables, type MovedTable } from './tables.ts';

/**
 * Checks both ends of a move, each inside its transaction. Returns the tables that move, and a sentence for each problem
 * that prevents the move.
 */
export async function checkEnds(from: End, to: End): Promise<{ tables: MovedTable[]; faults: string[] }> {
  const found = { from: await readTables(from.query), to: await readTables(to.query) };
  const kinds = [...(await kindFaults(from, found.from)), ...(await kindFaults(to, found.to))];
  if (kinds.length > 0) return { tables: [], faults: kinds };
  const { tables, lacking } = matchTables(found.from, found.to);
  tables.push(...(await matchRemoteTables(from.query, found.from, found.to)));
  const faults = [
    ...(await rightFaults(from, tables, ['select'])),
    ...(await rightFaults(to, tables, ['select', 'insert', 'delete'])),
  ];
  if (lacking.length > 0)
    faults.push(
      `${lacking.join(', ')} is not at both ends: update the older end to the version of the other first.`,
    );
  if (faults.length === 0) faults.push(...(await accountFaults(from)));
  return { tables, faults };
}

/** Checks that a database has the expected auth server and all of the site's migrations. Returns the problems. */
async function kindFaults({ query, place, auth }: End, tables: readonly TableFacts[]): Promise<string[]> {
  const users = tables.find(({ name }) => name === 'auth.users');
  // Lite has never had this column, and GoTrue finds no account without it.
  const isGoTrue = users?.columns.some(({ name }) => name === 'instance_id') ?? false;
  if (auth === 'GoTrue' && users === undefined)
    return [
      `${place} has no table auth.users: it is not a Supabase project, and GoTrue has not created its tables there.`,
    ];
  if (auth === 'GoTrue' && !isGoTrue)
    return [
      `${place} is a database of this server itself. "npm run data -- backup" and "restore" move everything, with sessions and secrets.`,
    ];
  if (auth === 'lite' && isGoTrue)
    return [
      `${place} is a Supabase project's, and DATABASE_URL names a database of this server. Name the project with --to or --from.`,
    ];
  const known = tables.some(({ name }) => name === HISTORY)
    ? await query(`select version from ${HISTORY}`)
    : [];
  const applied = new Set(known.map(({ version }) => version));
  const missing = readMigrations().filter(({ version }) => !applied.has(version));
  const [first] = missing;
  if (first === undefined) return [];
  const remedy =
    auth === 'GoTrue'
      ? 'Run "supabase db push" there first (docs/go-live.md)'
      : 'Start this server with it once, which applies them';
  return [
    `${place} lacks ${missing.length} of the site's migrations, from ${first.version}_${first.name} on. ${remedy}.`,
  ];
}

/** Checks that the database's user has the rights, and sees all rows. Returns the problems. */
async function rightFaults(
  { query, place }: End,
  tables: readonly MovedTable[],
  rights: readonly string[],
): Promise<string[]> {
  const names = tables.map(({ name }) => `('${name.replaceAll("'", "''")}')`).join(', ');
  const mayAll = rights.map((right) => `has_table_privilege(name, '${right}')`).join(' and ');
  const rows = await query(
    `select name, ${mayAll} as may, row_security_active(name) as hidden from (values ${names}) as moved (name)`,
  );
  const named = (column: string, is: boolean) =>
    rows
      .filter((row) => row[column] === is)
      .map(({ name }) => String(name))
      .join(', ');
  const [forbidden, hidden] = [named('may', false), named('hidden', true)];
  const advice = 'Name the owner of the tables; of a Supabase project, "postgres"';
  return [
    ...(forbidden === ''
      ? []
      : [`${place}: its user may not ${rights.join(', ')} in ${forbidden}. ${advice}.`]),
    ...(hidden === ''
      ? []
      : [`${place}: row-level security hides rows of ${hidden} from its user. ${advice}.`]),
  ];
}

/**
 * Finds accounts with values that this site never creates and that would fail at the target: another database role than a
 * user's, or a null timestamp, for which GoTrue responds with 500.
 */
async function accountFaults({ query, place }: End): Promise<string[]> {
  const [counted] = await query(`
    select (select count(*) from auth.users where (aud, role) is distinct from ('authenticated', 'authenticated'))::int as roles,
      (select count(*) from auth.users where num_nulls(created_at, updated_at) > 0)::int
        + (select count(*) from auth.identities where num_nulls(created_at, updated_at) > 0)::int as times`);
  const [roles, times] = [Number(counted?.['roles']), Number(counted?.['times'])];
  return [
    ...(roles === 0
      ? []
      : [
          `${place}: accounts with another "aud" or "role" than "authenticated": ${roles}. Set it, or delete them.`,
        ]),
    ...(times === 0
      ? []
      : [`${place}: accounts or identities without "created_at" or "updated_at": ${times}. Fill it in.`]),
  ];
}
