-- What one user may fill a project with: 100,000 tasks, 2,000 of them on one day, 4 kB of data about the account.
--
-- The limits hold for clients. Imports, administrators and restore_task pass them, and are counted.

-- ---------------------------------------------------------------- tasks

-- How many tasks each user has. Counting them at each insertion would take longer the more there are. The row is also what
-- makes insertions of one user wait for each other, so that two at once cannot both see room for one more.
create table private.task_counts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  tasks integer not null
) with (fillfactor = 50); -- Room for the next version of each row on its page: no change touches the index.
revoke all on private.task_counts from public, anon, authenticated, service_role;

-- Takes 'limited' for an argument where a client adds tasks: all of them are then the caller's. The index of a week finds
-- a day's tasks, and counting ends at the limit. Who has no more than 2,000 in all has no day with more.
create function private.count_added_tasks() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  caller uuid;
  total integer;
begin
  with counted as (
    insert into private.task_counts as counts (user_id, tasks)
      select user_id, count(*) from added group by user_id order by user_id
      on conflict (user_id) do update set tasks = counts.tasks + excluded.tasks
      returning tasks
  ) select max(tasks) into total from counted; -- One row, but of an import that adds tasks of several users.
  if tg_argv[0] = 'limited' and total > 2000 then
    if total > 100000 then
      raise exception 'You have reached the limit of 100,000 tasks. Delete some to add new ones.'
        using errcode = 'check_violation';
    end if;
    caller := auth.uid();
    if exists (
      select from (select distinct task_date as day from added) as days
      where exists (select from public.tasks where user_id = caller and task_date = day offset 2000)
    ) then
      raise exception 'A day holds 2,000 tasks at most. Delete some to add new ones.' using errcode = 'check_violation';
    end if;
  end if;
  return null;
end
$$;

create function private.count_deleted_tasks() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update private.task_counts as counts set tasks = counts.tasks - gone.tasks
    from (select user_id, count(*) as tasks from deleted group by user_id) as gone
    where counts.user_id = gone.user_id;
  return null;
end
$$;

create function private.count_no_tasks() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.task_counts;
  return null;
end
$$;

-- A task that an administrator gives to another user.
create function private.count_given_task() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update private.task_counts set tasks = tasks - 1 where user_id = old.user_id;
  insert into private.task_counts as counts (user_id, tasks) values (new.user_id, 1)
    on conflict (user_id) do update set tasks = counts.tasks + 1;
  return null;
end
$$;

-- A task that is moved to another day. The count's row is locked for the same reason as when a task is added.
create function private.limit_moved_task() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  total integer;
begin
  select tasks into total from private.task_counts where user_id = new.user_id for update;
  if total > 2000 and exists (
    select from public.tasks where user_id = new.user_id and task_date = new.task_date offset 2000
  ) then
    raise exception 'A day holds 2,000 tasks at most. Delete some to add new ones.' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger tasks_count_added after insert on public.tasks
  referencing new table as added
  for each statement when (current_user not in ('anon', 'authenticated'))
  execute function private.count_added_tasks('free');
create trigger tasks_count_added_by_client after insert on public.tasks
  referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.count_added_tasks('limited');
create trigger tasks_count_deleted after delete on public.tasks
  referencing old table as deleted
  for each statement execute function private.count_deleted_tasks();
create trigger tasks_count_none after truncate on public.tasks
  for each statement execute function private.count_no_tasks();
create trigger tasks_count_given after update of user_id on public.tasks
  for each row when (new.user_id is distinct from old.user_id)
  execute function private.count_given_task();
create trigger tasks_limit_moved after update of task_date on public.tasks
  for each row when (new.task_date is distinct from old.task_date and current_user in ('anon', 'authenticated'))
  execute function private.limit_moved_task();

-- The triggers above keep others from writing to the table until this transaction ends, so no task is missed.
insert into private.task_counts (user_id, tasks)
  select user_id, count(*) from public.tasks group by user_id;

-- ---------------------------------------------------------------- accounts

-- What a sign-up brings along (`data`) comes back in every access token, which has to fit in a request's header. Google's
-- takes less than 1 kB. What an account has already may stay.
create function private.limit_account_data() returns trigger
  language plpgsql security invoker set search_path = '' as $$
begin
  if octet_length(new.raw_user_meta_data::text) > 4096
    and (tg_op = 'INSERT' or new.raw_user_meta_data is distinct from old.raw_user_meta_data)
  then
    raise exception 'The data of an account may take 4 kB at most.' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger limit_account_data before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.limit_account_data();

revoke all on all functions in schema private from public, anon, authenticated;
