import type { PlainDatabase } from './plainDatabase.ts';

/** The checks of Supabase's database advisor that can apply to this schema. Each query lists the violations. */
const CHECKS = {
  rls_disabled_in_public: `
    select c.relname as found from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity`,

  rls_enabled_no_policy: `
    select c.relname as found from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid)`,

  /** Outside a sub-select, auth.uid() and similar functions run once per row. */
  auth_rls_initplan: `
    select tablename || '.' || policyname as found from pg_policies
    where schemaname = 'public' and regexp_replace(
      coalesce(qual, '') || ' ' || coalesce(with_check, ''), '\\(\\s*select\\s+(auth\\.\\w+|current_setting)\\(', '', 'gi'
    ) ~* '(auth\\.\\w+|current_setting)\\('`,

  policy_for_everybody: `
    select tablename || '.' || policyname as found from pg_policies
    where schemaname = 'public' and roles && array['public', 'anon']::name[]`,

  rls_policy_always_true: `
    select tablename || '.' || policyname as found from pg_policies
    where schemaname = 'public' and cmd <> 'SELECT' and 'true' in (qual, with_check)`,

  multiple_permissive_policies: `
    select p.tablename || ' ' || role || ' ' || command as found
    from pg_policies p, unnest(p.roles) as role, unnest(
      case when p.cmd = 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[p.cmd] end
    ) as command
    where p.schemaname = 'public' and p.permissive = 'PERMISSIVE'
    group by p.tablename, role, command having count(*) > 1`,

  unindexed_foreign_keys: `
    select k.conrelid::regclass::text || '.' || k.conname as found from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
    )`,

  no_primary_key: `
    select c.relname as found from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,

  function_search_path_mutable: `
    select f.oid::regprocedure::text as found from pg_proc f
    where f.pronamespace in (select oid from pg_namespace where nspname in ('public', 'private'))
      and not exists (select from unnest(f.proconfig) as setting where setting like 'search_path=%')`,

  security_definer_function_executable: `
    select f.oid::regprocedure || ' ' || client as found
    from pg_proc f, unnest(array['anon', 'authenticated']) as client
    where f.pronamespace in (select oid from pg_namespace where nspname in ('public', 'private'))
      and f.prosecdef and has_function_privilege(client, f.oid, 'execute')`,

  security_definer_view: `
    select c.relname as found from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not coalesce(c.reloptions @> array['security_invoker=true'], false)`,

  rights_for_visitors: `
    select c.relname || ' ' || privilege as found
    from pg_class c, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and has_table_privilege('anon', c.oid, privilege)`,
} as const;

type Check = keyof typeof CHECKS;

/** Runs the checks. Returns their findings by check, without the checks that find nothing. */
export async function advise(
  database: Pick<PlainDatabase, 'query'>,
  // Object.keys returns string[], but these are the keys of CHECKS.
  checks = Object.keys(CHECKS) as Check[],
): Promise<Partial<Record<Check, string[]>>> {
  const findings: Partial<Record<Check, string[]>> = {};
  for (const check of checks) {
    const { rows } = await database.query<{ found: string }>(`${CHECKS[check]} order by 1`);
    if (rows.length > 0) findings[check] = [...new Set(rows.map(({ found }) => found))];
  }
  return findings;
}

/** The accepted findings: functions that clients are meant to call with the rights of the function's owner. */
export const ACCEPTED = [
  'calendar_feed(text) anon',
  'calendar_feed_since() authenticated',
  'delete_account() authenticated',
  'renew_calendar_feed() authenticated',
  'restore_task(uuid) authenticated',
  'search_tasks(text) authenticated',
  'tasks_version() authenticated',
  'withdraw_calendar_feed() authenticated',
] as const;

/** Each check with a statement that violates it, and the findings of the check after that. */
export const FAULTS: readonly (readonly [Check, string, readonly string[]])[] = [
  ['rls_disabled_in_public', 'alter table public.tasks disable row level security', ['tasks']],
  [
    'rls_enabled_no_policy',
    'create table public.notes (id int primary key); alter table public.notes enable row level security',
    ['notes'],
  ],
  [
    'auth_rls_initplan',
    'alter policy tasks_select_own on public.tasks using (auth.uid() = user_id)',
    ['tasks.tasks_select_own'],
  ],
  [
    'auth_rls_initplan',
    'alter policy tasks_update_own on public.tasks using ((select auth.uid()) = user_id) with check (auth.uid() = user_id)',
    ['tasks.tasks_update_own'],
  ],
  [
    'policy_for_everybody',
    'alter policy tasks_select_own on public.tasks to public',
    ['tasks.tasks_select_own'],
  ],
  [
    'rls_policy_always_true',
    'alter policy tasks_update_own on public.tasks with check (true)',
    ['tasks.tasks_update_own'],
  ],
  [
    'multiple_permissive_policies',
    'create policy everything on public.tasks for all to authenticated using ((select auth.uid()) = user_id)',
    ['DELETE', 'INSERT', 'SELECT', 'UPDATE'].map((command) => `tasks authenticated ${command}`),
  ],
  ['unindexed_foreign_keys', 'drop index public.tasks_user_id_task_date_idx', ['tasks.tasks_user_id_fkey']],
  ['no_primary_key', 'alter table public.tasks drop constraint tasks_pkey', ['tasks']],
  [
    'function_search_path_mutable',
    'alter function private.create_profile() reset search_path',
    ['private.create_profile()'],
  ],
  [
    'security_definer_function_executable',
    'grant execute on function private.create_profile() to public',
    [...ACCEPTED, 'private.create_profile() anon', 'private.create_profile() authenticated'].toSorted(),
  ],
  [
    'security_definer_function_executable',
    'grant execute on function public.delete_account() to anon',
    [...ACCEPTED, 'delete_account() anon'].toSorted(),
  ],
  ['security_definer_view', 'create view public.all_tasks as select * from public.tasks', ['all_tasks']],
  ['rights_for_visitors', 'grant select on public.tasks to anon', ['tasks select']],
];
