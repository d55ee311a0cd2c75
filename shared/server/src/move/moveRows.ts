import { PLAIN_TEXT, quoted } from '../backup/readTables.ts';
import { backupError } from '../backup/backupError.ts';
import type { Sum } from '../backup/format.ts';
import { insertInto } from '../backup/restoreDatabase.ts';
import { readRows, sumOf } from '../backup/sums.ts';
import type { End } from './end.ts';
import { checkEnds } from './checkEnds.ts';
import { readUnmoved, type MovedTable } from './tables.ts';

export interface Moved {
  tables: (Sum & { name: string })[];
  /** Tables with rows that are not moved, with their number. */
  unmoved: string[];
  /** The number of accounts whose password only the other auth server can check. */
  foreignHashes: number;
  /** The target already had exactly these rows, so nothing was changed. */
  wasAlreadyMoved: boolean;
}

/** Further columns that GoTrue needs: it finds no account without `instance_id`, and fails on a null token. */
const FOR_GOTRUE = {
  instance_id: `'00000000-0000-0000-0000-000000000000'::uuid`,
  ...Object.fromEntries(
    [
      ...['confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current'],
      ...['email_change', 'phone_change', 'phone_change_token', 'reauthentication_token'],
    ].map((name) => [name, `''`]),
  ),
};

const namesOf = ({ name, columns }: MovedTable) => ({ name, columns: columns.map((column) => column.name) });

/** Begins a transaction without timeouts. Its settings are local to it: a pooler may pass the connection on. */
async function begin({ query }: End, mode = ''): Promise<void> {
  await query(`begin ${mode}`);
  for (const sql of [
    ...PLAIN_TEXT,
    'set statement_timeout = 0',
    'set idle_in_transaction_session_timeout = 0',
  ])
    await query(sql.replace(/^set /, 'set local '));
}

/**
 * Moves accounts with all their data from one database to another, in one transaction of the target. At the end every row
 * is read again and compared. A rehearsal rolls back instead. Rejects with a BackupError; nothing has then changed.
 */
export async function moveRows(from: End, to: End, isRehearsal: boolean): Promise<Moved> {
  await begin(from, 'transaction isolation level repeatable read read only');
  try {
    await begin(to);
    try {
      const moved = await moveInside(from, to);
      await to.query(isRehearsal || moved.wasAlreadyMoved ? 'rollback' : 'commit');
      return moved;
    } catch (error) {
      await to.query('rollback').catch(() => undefined);
      throw error;
    }
  } finally {
    await from.query('rollback').catch(() => undefined);
  }
}

async function moveInside(from: End, to: End): Promise<Moved> {
  const { tables, faults } = await checkEnds(from, to);
  if (faults.length > 0) throw backupError(faults.join('\n'));
  const [accounts] = await from.query(
    String.raw`select count(*)::int as all, (count(*) filter (where encrypted_password !~ '^(\$2[ab]\$.*)?$'))::int as foreign
      from auth.users`,
  );
  if (accounts?.['all'] === 0) throw backupError(`There is no account in ${from.place}.`);
  // No user may sign up or add a task between the checks and the commit.
  await to.query(`set local lock_timeout = '10s'`);
  await to.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share row exclusive mode`);
  const wasAlreadyMoved = !(await isEmpty(to, tables));
  const sums = wasAlreadyMoved ? await compareAll(from, to, tables) : await fillAll(from, to, tables);
  return {
    tables: sums,
    unmoved: await readUnmoved(from.query, tables),
    foreignHashes: to.auth === 'lite' ? Number(accounts?.['foreign']) : 0,
    wasAlreadyMoved,
  };
}

async function isEmpty({ query }: End, tables: readonly MovedTable[]): Promise<boolean> {
  const any = tables.map(({ name }) => `exists (select from ${name})`).join(' or ');
  const [found] = await query(`select ${any} as any`);
  return found?.['any'] === false;
}

/** If the target already has rows, they must be identical: a second run then changes nothing. */
async function compareAll(from: End, to: End, tables: readonly MovedTable[]): Promise<Moved['tables']> {
  const sums: Moved['tables'] = [];
  const differing: string[] = [];
  for (const table of tables) {
    const [here, there] = [await sumOf(from.query, namesOf(table)), await sumOf(to.query, namesOf(table))];
    sums.push({ name: table.name, ...here });
    if (here.sha256 !== there.sha256)
      differing.push(`${table.name} (${there.rows} rows there, ${here.rows} to be moved)`);
  }
  if (differing.length > 0)
    throw backupError(
      `There are already other accounts in ${to.place}: ${differing.join(', ')} differ. Data is never mixed: move into a project without accounts.`,
    );
  return sums;
}

async function fillAll(from: End, to: End, tables: readonly MovedTable[]): Promise<Moved['tables']> {
  const sums: Moved['tables'] = [];
  for (const table of tables) {
    // A trigger has already created a profile for each account, with a default name.
    if (table.name === 'public.profiles') await to.query('delete from public.profiles');
    sums.push({ name: table.name, ...(await fill(from, to, table)) });
  }
  for (const [index, { name, rows, sha256 }] of sums.entries()) {
    const table = tables[index];
    const there = table && (await sumOf(to.query, namesOf(table)));
    if (there?.rows !== rows || there.sha256 !== sha256)
      throw backupError(`The rows of ${name} are not the same in ${to.place} after they were moved.`);
  }
  await checkTriggerTables(to);
  return sums;
}

async function fill(from: End, to: End, table: MovedTable): Promise<Sum> {
  const { name, columns, refersToItself = false } = table;
  const place = refersToItself ? 'pg_temp.moving' : name;
  if (refersToItself) await to.query(`create temp table moving (like ${name}) on commit drop`);
  const fixed = name === 'auth.users' && to.auth === 'GoTrue' ? FOR_GOTRUE : {};
  const insert = insertInto({ name: place, columns }, fixed);
  const rows = readRows(from.query, namesOf(table));
  let read = await rows.next();
  for (; read.done !== true; read = await rows.next())
    await to.query(insert, [`[${read.value.trimEnd().replaceAll('\n', ',')}]`]);
  if (refersToItself) {
    const names = columns.map((column) => quoted(column.name)).join(', ');
    await to.query(`insert into ${name} (${names}) overriding system value select ${names} from ${place}`);
    await to.query(`drop table ${place}`);
  }
  return read.value;
}

/** Checks that the triggers have filled the tables for the moved tasks: their counts, and their words for the search. */
async function checkTriggerTables({ query, place }: End): Promise<void> {
  const [made] = await query(`
    select (select count(*) from private.task_words) = (select count(*) from public.tasks) and not exists (
      select user_id, count(*) from public.tasks group by user_id
      except select user_id, tasks from private.task_counts
    ) as whole`);
  if (made?.['whole'] !== true)
    throw backupError(`The triggers of public.tasks in ${place} have not processed every task.`);
}
