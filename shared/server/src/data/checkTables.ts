import type { Transaction } from '../backend/database.ts';
import { prefixOf, roleOf } from './remoteNames.ts';

/** A table of a remote, as the database describes it. */
interface TableFacts {
  name: string;
  schema: string;
  kind: string;
  persistence: string;
  row_security: boolean;
  columns: { name: string; type: string; is_null: boolean }[];
  key: string[];
  policies: {
    command: string;
    permissive: string;
    roles: string[];
    using: string | null;
    check: string | null;
  }[];
  owners: { column: string; deletes: string }[];
  grants: { role: string; privilege: string; whole: boolean }[];
  indexes: {
    name: string;
    columns: string[];
    is_unique: boolean;
    is_key: boolean;
    is_whole: boolean;
    excludes: boolean;
  }[];
  limits: { column: string; type: number; is_plain: boolean }[];
  triggers: { name: string; type: number; function: string }[];
  references: { name: string; deletes: string; may_be_null: boolean }[];
}

const FACTS = `
  select c.relname as name, c.relnamespace::regnamespace::text as schema, c.relkind as kind,
    c.relpersistence as persistence, c.relrowsecurity as row_security,
    (select coalesce(jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'is_null', not attnotnull)
       order by attname), '[]') from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(jsonb_agg(a.attname), '[]') from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
       where i.indrelid = c.oid and i.indisprimary) as key,
    (select coalesce(jsonb_agg(jsonb_build_object('command', cmd, 'permissive', permissive, 'roles', roles, 'using', qual, 'check', with_check)
       order by cmd, policyname), '[]') from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) as policies,
    (select coalesce(jsonb_agg(jsonb_build_object('column', a.attname, 'deletes', k.confdeltype) order by a.attname), '[]')
       from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
       where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 1 and k.convalidated
         and k.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)) as owners,
    (select coalesce(jsonb_agg(distinct jsonb_build_object('role', case when g.grantee = 0 then 'public' else g.grantee::regrole::text end,
        'privilege', g.privilege_type, 'whole', g.whole)), '[]')
       from (select (aclexplode(c.relacl)).*, true as whole union all
             select (aclexplode(attacl)).*, false from pg_attribute where attrelid = c.oid) as g
       where g.grantee <> c.relowner) as grants,
    (select coalesce(jsonb_agg(jsonb_build_object('name', i.indexrelid::regclass::text, 'is_unique', i.indisunique, 'is_key', i.indisprimary,
        'is_whole', i.indpred is null and i.indisvalid, 'excludes', i.indisexclusion, 'columns',
        (select coalesce(jsonb_agg(coalesce(a.attname, '') order by place), '[]')
           from unnest(i.indkey::int2[]) with ordinality as part (number, place)
           left join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number)) order by i.indexrelid::regclass::text), '[]')
       from pg_index i where i.indrelid = c.oid) as indexes,
    (select coalesce(jsonb_agg(jsonb_build_object('column', convert_from(substring(t.tgargs from 1 for greatest(octet_length(t.tgargs) - 1, 0)), 'UTF8'),
        'type', t.tgtype, 'is_plain', t.tgqual is null and t.tgenabled = 'O' and t.tgnargs = 1 and cardinality(t.tgattr::int2[]) = 0)), '[]')
       from pg_trigger t join pg_proc f on f.oid = t.tgfoid
       where t.tgrelid = c.oid and not t.tgisinternal and f.proname = 'limit_rows' and f.pronamespace::regnamespace::text = 'private') as limits,
    (select coalesce(jsonb_agg(jsonb_build_object('name', tgname, 'type', tgtype, 'function', tgfoid::regproc::text) order by tgname), '[]')
       from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers,
    (select coalesce(jsonb_agg(jsonb_build_object('name', k.conname, 'deletes', k.confdeltype, 'may_be_null',
        not exists (select from pg_attribute where attrelid = c.oid and attnum = any(k.conkey) and attnotnull)) order by k.conname), '[]')
       from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as references
  from pg_class c join pg_roles r on r.oid = c.relowner
  where r.rolname = $1 and c.relkind not in ('i', 't')
  order by c.relname`;

/** The bits of pg_trigger.tgtype for BEFORE INSERT OR UPDATE, FOR EACH ROW. */
const BEFORE_EACH_ROW = 2 + 1 + 4 + 16;
/** The bits for DELETE, TRUNCATE and INSTEAD OF. A trigger that returns null would keep rows of a deleted account. */
const DELETE_EVENTS = 8 + 32 + 64;
const ALLOWED_TRIGGERS = ['private.limit_rows', 'private.keep_columns', 'private.keep_creation_time'];
const COMMANDS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const MAX_TABLES = 20;

/** A problem of a remote's tables: a sentence, and the table that it concerns. */
export interface TableFinding {
  message: string;
  table?: string;
}

const isOwner = (expression: string | null, column: string) =>
  expression === `(( SELECT auth.uid() AS uid) = ${column})` ||
  expression === `(${column} = ( SELECT auth.uid() AS uid))`;

/** The column that holds the owner of a row: the one that policies compare with the user. */
function ownerOf({ owners, policies }: TableFacts) {
  return owners.find(({ column }) =>
    policies.some(({ using, check }) => isOwner(using, column) || isOwner(check, column)),
  );
}

function* faultsOfPolicies({ policies }: TableFacts, column: string): Generator<string> {
  for (const command of COMMANDS) {
    const found = policies.filter((one) => one.command === command);
    const [policy] = found;
    const wanted = `create policy … for ${command.toLowerCase()} to authenticated ${command === 'INSERT' ? 'with check' : 'using'} ((select auth.uid()) = ${column})`;
    if (policy === undefined || found.length > 1) {
      yield `needs exactly one policy for ${command.toLowerCase()}, and has ${found.length}: ${wanted}`;
      continue;
    }
    const { using, check, roles, permissive } = policy;
    const isBound =
      command === 'INSERT'
        ? isOwner(check, column)
        : isOwner(using, column) && (check === null || isOwner(check, column));
    if (!isBound) yield `has a policy for ${command.toLowerCase()} that is not bound to its owner: ${wanted}`;
    if (roles.join() !== 'authenticated' || permissive !== 'PERMISSIVE')
      yield `has a policy for ${command.toLowerCase()} that is not only for authenticated: ${wanted}`;
  }
  if (policies.some(({ command }) => !COMMANDS.includes(command)))
    yield 'has a policy for all commands: write one for select, insert, update and delete each';
}

function* faultsOfGrants({ name, grants }: TableFacts): Generator<string> {
  const foreign = grants.filter(({ role }) => role !== 'authenticated' && role !== 'service_role');
  for (const role of new Set(foreign.map((one) => one.role)))
    yield `can be used by ${role}: revoke all on public.${name} from public, anon, authenticated, before you grant`;
  const own = grants.filter(({ role }) => role === 'authenticated');
  const excess = own.find(({ privilege }) => !COMMANDS.includes(privilege));
  if (excess)
    yield `lets authenticated ${excess.privilege.toLowerCase()}: revoke all on public.${name} from public, anon, authenticated, then grant select, insert, update, delete`;
  if (!own.some(({ privilege, whole }) => privilege === 'SELECT' && whole))
    yield `cannot be read by its owner, whose data export contains it: grant select on public.${name} to authenticated`;
}

function* faultsOfIndexes({ indexes }: TableFacts, column: string): Generator<string> {
  if (!indexes.some(({ columns, is_whole }) => is_whole && columns[0] === column))
    yield `needs an index that begins with its owner: create index on … (${column}, …)`;
  for (const { name, is_unique, is_key, excludes, columns } of indexes)
    if (excludes || (is_unique && !is_key && !columns.includes(column)))
      yield `reveals to one user what another has, by ${name}: a unique index needs ${column} among its columns`;
}

/** Triggers and references that could prevent the deletion of an account or of its rows. */
function* faultsOfDeletion({ triggers, references }: TableFacts): Generator<string> {
  for (const { name, type, function: functionName } of triggers)
    if ((type & DELETE_EVENTS) !== 0 || !ALLOWED_TRIGGERS.includes(functionName))
      yield `has the trigger ${name}: a trigger must be before insert or update, and execute ${ALLOWED_TRIGGERS.join(', ')}`;
  for (const { name, deletes, may_be_null } of references)
    if (deletes !== 'c' && !(deletes === 'n' && may_be_null))
      yield `can block the deletion of an account, by ${name}: references … on delete cascade (or set null, of a column that may be null)`;
}

function* faultsOf(facts: TableFacts, prefix: string): Generator<string> {
  const { name, schema, kind, persistence, row_security, columns, key, limits } = facts;
  if (kind === 'S') {
    if (!name.startsWith(prefix)) yield `has a name that does not begin with ${prefix}`;
    return;
  }
  if (kind !== 'r' || persistence !== 'p') return yield 'is not a table: a remote may have only tables';
  if (schema !== 'public' || !name.startsWith(prefix))
    yield `has a name that does not begin with public.${prefix}`;
  if (key.join() !== 'id' || !columns.some((one) => one.name === 'id' && one.type === 'uuid'))
    yield 'needs a primary key: id uuid primary key default gen_random_uuid()';
  if (!row_security) yield `has no row-level security: alter table public.${name} enable row level security`;
  const owner = ownerOf(facts) ?? facts.owners[0];
  const column = columns.find((one) => one.name === owner?.column);
  if (owner === undefined || column === undefined)
    return yield 'needs a column for its owner: user_id uuid not null default auth.uid() references auth.users (id) on delete cascade';
  if (owner.deletes !== 'c')
    yield `keeps rows of accounts that are deleted: ${column.name} … references auth.users (id) on delete cascade`;
  if (column.is_null || column.type !== 'uuid')
    yield `has rows without an owner: ${column.name} uuid not null`;
  yield* faultsOfPolicies(facts, column.name);
  yield* faultsOfGrants(facts);
  yield* faultsOfIndexes(facts, column.name);
  yield* faultsOfDeletion(facts);
  if (!limits.some((one) => one.column === column.name && one.type === BEFORE_EACH_ROW && one.is_plain))
    yield `has no row limit: create trigger … before insert or update on public.${name} for each row execute function private.limit_rows('${column.name}')`;
}

async function readFacts(transaction: Transaction, remote: string): Promise<TableFacts[]> {
  const { rows: found } = await transaction.query(FACTS, [roleOf(remote)]);
  const rows = found as unknown as TableFacts[]; // as FACTS selects them
  return rows;
}

/**
 * Checks the tables of a remote against the rules, by the database's catalog: the resulting tables count, not the SQL that
 * created them. Takes a transaction and the remote; returns a sentence for each problem, with the table.
 */
export async function checkTables(transaction: Transaction, remote: string): Promise<TableFinding[]> {
  const tables = await readFacts(transaction, remote);
  const found = tables.flatMap((facts) =>
    [...faultsOf(facts, prefixOf(remote))].map((fault) => ({
      message: `${facts.name} ${fault}`,
      table: facts.name,
    })),
  );
  if (tables.length <= MAX_TABLES) return found;
  return [...found, { message: `it has ${tables.length} tables, and a remote may have ${MAX_TABLES}` }];
}

/** Describes the tables of a remote as a string, to compare two runs. */
export async function describeTables(transaction: Transaction, remote: string): Promise<string> {
  return JSON.stringify(await readFacts(transaction, remote));
}
