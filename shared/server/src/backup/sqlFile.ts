import { randomUUID } from 'node:crypto';
import { writeFileAtomically } from '../backend/files.ts';
import { databaseIn, isOfThisVersion } from '../backend/dataFolder.ts';
import { openEmbedded, type Query } from '../backend/embedded.ts';
import { startError } from '../startError.ts';
import type { Content } from './backupFile.ts';

/** Each table after those that it references. No `columns`: all. `fixed`: columns of GoTrue's, and their values as SQL. */
type Table = { name: string; columns?: string; fixed?: readonly [columns: string, values: string] };
const TABLES: readonly Table[] = [
  {
    name: 'auth.users',
    columns: `id, email, encrypted_password, email_confirmed_at, invited_at, phone, phone_confirmed_at, last_sign_in_at,
      raw_app_meta_data, raw_user_meta_data, banned_until, is_sso_user, is_anonymous, deleted_at, created_at, updated_at`,
    // GoTrue finds no account without this `instance_id`, and answers 500 if a token is null.
    fixed: [
      `instance_id, aud, role, confirmation_token, recovery_token, email_change_token_new, email_change_token_current,
        email_change, phone_change, phone_change_token, reauthentication_token`,
      `'00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', '', '', '', '', '', '', '', ''`,
    ],
  },
  {
    name: 'auth.identities',
    columns: 'id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at',
  },
  { name: 'public.profiles' },
  { name: 'public.tasks' },
];

/** Ends in an error, before anything is changed, in a database that is not ready or that has accounts already. */
const CHECKS = `
  if to_regclass('auth.users') is null then
    raise exception 'This is no Supabase project: there is no table auth.users. Nothing was loaded.';
  elsif to_regclass('public.tasks') is null then
    raise exception 'The tables of the site are missing: run "supabase db push" first. Nothing was loaded.';
  end if;
  lock table ${TABLES.map(({ name }) => name).join(', ')} in share row exclusive mode;
  if exists (select from auth.users) then
    raise exception 'This project already has accounts. Nothing was loaded.';
  end if;`;

async function copyOf(query: Query, { name, columns = '*', fixed }: Table) {
  const [row] = await query(
    `select count(*)::int, coalesce(json_agg(it), '[]')::text as json
     from (select ${columns} from ${name} order by created_at, id) as it`,
  );
  const [count, json] = [Number(row?.['count']), String(row?.['json'])];
  const [into, values] = fixed ? [`${fixed[0]}, ${columns}`, `${fixed[1]}, ${columns}`] : [columns, columns];
  const list = columns === '*' ? '' : ` (${into})`;
  // The trigger of the accounts has created a profile for each of them, with a default name.
  const first = name === 'public.profiles' ? 'delete from public.profiles;\n  ' : '';
  const read = `json_populate_recordset(null::${name}, '${json.replaceAll("'", "''")}')`;
  return { name, count, sql: `${first}insert into ${name}${list} select ${values} from ${read};` };
}

/** Writes a database as one SQL statement for an empty Supabase project. Returns what it holds. Throws a StartError. */
export async function writeSql(dataDir: string, file: string): Promise<Content> {
  const path = databaseIn(dataDir);
  if (!isOfThisVersion(path))
    throw startError(
      `The data in ${dataDir} is of an earlier version: start this version with it once, and then write the file.`,
    );
  const { query, close } = await openEmbedded(path);
  const parts: Awaited<ReturnType<typeof copyOf>>[] = [];
  for (const table of TABLES) parts.push(await copyOf(query, table));
  await close();
  const differs = parts.map(({ name, count }) => `(select count(*) from ${name}) <> ${count}`).join(' or ');
  const body = `begin${CHECKS}
  ${parts.map(({ sql }) => sql).join('\n  ')}
  if ${differs} then
    raise exception 'Not every row has arrived. Nothing was loaded.';
  end if;
end`;
  const quote = `$space_${randomUUID().replaceAll('-', '')}$`; // in no title
  const settings = `set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = '10s';`;
  writeFileAtomically(file, `${settings}\ndo ${quote} ${body} ${quote};\n`);
  const [accounts = 0, , , tasks = 0] = parts.map(({ count }) => count);
  return { accounts, tasks };
}
