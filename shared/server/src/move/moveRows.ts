import { PLAIN_TEXT, quoted } from '../backup/ask.ts';
import { backupError } from '../backup/backupError.ts';
import type { Sum } from '../backup/format.ts';
import { insertInto } from '../backup/restoreDatabase.ts';
import { readRows, sumOf } from '../backup/sums.ts';
import type { End } from './end.ts';
import { judgeEnds } from './judgeEnds.ts';
import { readLeft, type MovedTable } from './tables.ts';

export interface Moved {
  tables: (Sum & { name: string })[];
  /** Tables with rows that stay where they are, and how many. */
  left: string[];
  /** Accounts whose password only the other auth server can check. */
  foreignHashes: number;
  /** The very same rows were there before: nothing has been done. */
  wasThere: boolean;
}

/** What GoTrue wants of an account besides: it finds none without the first, and reads no null where a token may be. */
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

/** Begins a transaction in which nothing ends by itself. Poolers between hand a connection to others: whatever is set ends with it. */
async function begin({ ask }: End, mode = ''): Promise<void> {
  await ask(`begin ${mode}`);
  for (const sql of [
    ...PLAIN_TEXT,
    'set statement_timeout = 0',
    'set idle_in_transaction_session_timeout = 0',
  ])
    await ask(sql.replace(/^set /, 'set local '));
}

/**
 * Moves accounts with all that is theirs from one database to another, in one transaction there. At the end every row is read again and
 * compared. A rehearsal does the same, and takes it back. Rejects with a BackupError; then nothing has changed.
 */
export async function moveRows(from: End, to: End, isRehearsal: boolean): Promise<Moved> {
  await begin(from, 'transaction isolation level repeatable read read only');
  try {
    await begin(to);
    try {
      const moved = await moveInside(from, to);
      await to.ask(isRehearsal || moved.wasThere ? 'rollback' : 'commit');
      return moved;
    } catch (error) {
      await to.ask('rollback').catch(() => undefined);
      throw error;
    }
  } finally {
    await from.ask('rollback').catch(() => undefined);
  }
}

async function moveInside(from: End, to: End): Promise<Moved> {
  const { tables, faults } = await judgeEnds(from, to);
  if (faults.length > 0) throw backupError(faults.join('\n'));
  const [accounts] = await from.ask(
    String.raw`select count(*)::int as all, (count(*) filter (where encrypted_password !~ '^(\$2[ab]\$.*)?$'))::int as foreign
      from auth.users`,
  );
  if (accounts?.['all'] === 0) throw backupError(`There is no account in ${from.place}.`);
  // No one signs up or adds a task between a look and the end.
  await to.ask(`set local lock_timeout = '10s'`);
  await to.ask(`lock table ${tables.map(({ name }) => name).join(', ')} in share row exclusive mode`);
  const wasThere = !(await isEmpty(to, tables));
  const sums = wasThere ? await compareAll(from, to, tables) : await fillAll(from, to, tables);
  return {
    tables: sums,
    left: await readLeft(from.ask, tables),
    foreignHashes: to.keeper === 'lite' ? Number(accounts?.['foreign']) : 0,
    wasThere,
  };
}

async function isEmpty({ ask }: End, tables: readonly MovedTable[]): Promise<boolean> {
  const any = tables.map(({ name }) => `exists (select from ${name})`).join(' or ');
  const [found] = await ask(`select ${any} as any`);
  return found?.['any'] === false;
}

/** Where there are rows already, they have to be the very same: a second run then changes nothing. */
async function compareAll(from: End, to: End, tables: readonly MovedTable[]): Promise<Moved['tables']> {
  const sums: Moved['tables'] = [];
  const others: string[] = [];
  for (const table of tables) {
    const [here, there] = [await sumOf(from.ask, namesOf(table)), await sumOf(to.ask, namesOf(table))];
    sums.push({ name: table.name, ...here });
    if (here.sha256 !== there.sha256)
      others.push(`${table.name} (${there.rows} rows there, ${here.rows} to be moved)`);
  }
  if (others.length > 0)
    throw backupError(
      `There are accounts in ${to.place} already, and not the very same: ${others.join(', ')} differ. Nothing is mixed with them: move into a project without accounts.`,
    );
  return sums;
}

async function fillAll(from: End, to: End, tables: readonly MovedTable[]): Promise<Moved['tables']> {
  const sums: Moved['tables'] = [];
  for (const table of tables) {
    // A trigger has made one for each account, with a name of its own choice.
    if (table.name === 'public.profiles') await to.ask('delete from public.profiles');
    sums.push({ name: table.name, ...(await fill(from, to, table)) });
  }
  for (const [index, { name, rows, sha256 }] of sums.entries()) {
    const table = tables[index];
    const there = table && (await sumOf(to.ask, namesOf(table)));
    if (there?.rows !== rows || there.sha256 !== sha256)
      throw backupError(`The rows of ${name} are not the same in ${to.place} after they were moved.`);
  }
  await checkMadeAnew(to);
  return sums;
}

async function fill(from: End, to: End, table: MovedTable): Promise<Sum> {
  const { name, columns, refersToItself = false } = table;
  const place = refersToItself ? 'pg_temp.moving' : name;
  if (refersToItself) await to.ask(`create temp table moving (like ${name}) on commit drop`);
  const fixed = name === 'auth.users' && to.keeper === 'GoTrue' ? FOR_GOTRUE : {};
  const insert = insertInto({ name: place, columns }, fixed);
  const rows = readRows(from.ask, namesOf(table));
  let read = await rows.next();
  for (; read.done !== true; read = await rows.next())
    await to.ask(insert, [`[${read.value.trimEnd().replaceAll('\n', ',')}]`]);
  if (refersToItself) {
    const names = columns.map((column) => quoted(column.name)).join(', ');
    await to.ask(`insert into ${name} (${names}) overriding system value select ${names} from ${place}`);
    await to.ask(`drop table ${place}`);
  }
  return read.value;
}

/** What the triggers have made of the tasks: their counts, and the words that a search finds them by. */
async function checkMadeAnew({ ask, place }: End): Promise<void> {
  const [made] = await ask(`
    select (select count(*) from private.task_words) = (select count(*) from public.tasks) and not exists (
      select user_id, count(*) from public.tasks group by user_id
      except select user_id, tasks from private.task_counts
    ) as whole`);
  if (made?.['whole'] !== true)
    throw backupError(`The triggers of public.tasks in ${place} have not counted and folded every task.`);
}
