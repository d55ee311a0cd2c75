import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advise, type Check } from './support/advisor.ts';
import { createPlainPostgres, type PlainPostgres } from './support/plainPostgres.ts';

test.each([true, false])(
  'the advisor has nothing against our schema but what is meant (old project: %s)',
  async (isOldProject) => {
    const postgres = await createPlainPostgres({ isOldProject });
    // The functions that clients may call with their owner's rights: to delete their own account, to undo a deletion.
    expect(await advise(postgres.database)).toEqual({
      security_definer_function_executable: [
        'delete_account() authenticated',
        'restore_task(uuid) authenticated',
      ],
    });
    await postgres.close();
  },
);

describe('each check finds its fault:', () => {
  let postgres: PlainPostgres;
  beforeAll(async () => {
    postgres = await createPlainPostgres();
  });
  afterAll(() => postgres.close());

  const faults: [Check, string, string[]][] = [
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
      [
        'tasks authenticated DELETE',
        'tasks authenticated INSERT',
        'tasks authenticated SELECT',
        'tasks authenticated UPDATE',
      ],
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
      [
        'delete_account() authenticated',
        'private.create_profile() anon',
        'private.create_profile() authenticated',
        'restore_task(uuid) authenticated',
      ],
    ],
    [
      'security_definer_function_executable',
      'grant execute on function public.delete_account() to anon',
      ['delete_account() anon', 'delete_account() authenticated', 'restore_task(uuid) authenticated'],
    ],
    ['security_definer_view', 'create view public.all_tasks as select * from public.tasks', ['all_tasks']],
    ['rights_for_visitors', 'grant select on public.tasks to anon', ['tasks select']],
  ];

  test.each(faults)('%s after "%s"', async (check, fault, expected) => {
    const { database } = postgres;
    await database.exec('begin');
    try {
      await database.exec(fault);
      expect((await advise(database))[check]).toEqual(expected);
    } finally {
      await database.exec('rollback');
    }
  });
});
