-- Changes the schema of commit bd380de3 to that of supabase/migrations, but for the functions and triggers, which the second of
-- them creates again. Nothing of a user changes.

do $$
declare
  gone text;
  holds_rows boolean;
  filled text[];
begin
  if not exists (select from supabase_migrations.schema_migrations where version = '20261128120000') then
    raise exception 'This data was written by a version before commit bd380de3. Start that commit with it once, then this version';
  end if;
  for gone in select tgrelid::regclass from pg_trigger where tgfoid = 'private.limit_rows'::regproc loop
    execute format('select exists (select from %s)', gone) into holds_rows;
    if holds_rows then filled := filled || gone; end if;
    execute format('drop table %s cascade', gone);
  end loop;
  if filled is not null then
    raise exception 'Tables of remotes no longer exist, and these hold rows: %. Start commit bd380de3 to save or delete them',
      array_to_string(filled, ', ');
  end if;
  for gone in select rolname from pg_roles where rolname like 'remote\_%' loop
    execute format('drop owned by %1$I; drop role %1$I', gone);
  end loop;
  -- Their triggers go with them, and the index of the search.
  for gone in
    select oid::regprocedure::text from pg_proc where pronamespace = 'private'::regnamespace
    union all
    select unnest(array['public.delete_account()', 'public.restore_task(uuid)', 'public.search_tasks(text)',
      'public.tasks_version()', 'public.renew_calendar_feed()', 'public.withdraw_calendar_feed()',
      'public.calendar_feed_since()', 'public.calendar_feed(text)', 'public.own_tables()'])
  loop
    execute format('drop function %s cascade', gone);
  end loop;
end
$$;

delete from private.task_words as words where not exists (select from public.tasks where id = words.task_id);
alter table private.task_words add foreign key (task_id) references public.tasks (id) on delete cascade;
delete from private.deleted_tasks as gone where not exists (select from private.task_counts where user_id = gone.user_id);
alter table private.deleted_tasks add foreign key (user_id) references private.task_counts (user_id) on delete cascade;

drop policy tasks_select_own on public.tasks;
drop policy tasks_insert_own on public.tasks;
drop policy tasks_update_own on public.tasks;
drop policy tasks_delete_own on public.tasks;
create policy tasks_own on public.tasks
  to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

delete from supabase_migrations.schema_migrations;
