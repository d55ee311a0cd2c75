-- 'Undo' of a deletion gives the task back as it was: its id, its words, its marks and its place among its equals, which
-- is its created_at. No client may choose that one, so the database keeps what was deleted for ten minutes and gives it
-- back itself.
--
-- What is kept stays out of every client's reach, in the schema 'private', and goes with the account. It is thrown away
-- after ten minutes, at the next deletion or restoration by any user; of one user it is never more than 100 tasks.

create table private.deleted_tasks (
  -- No foreign key: checking it would lock the account after the task, and deleting the account locks them in the other
  -- order, so that one of the two would fail. A trigger does what ON DELETE CASCADE would.
  user_id uuid not null,
  -- Not the key alone: another user may use the same id for a task of their own.
  id uuid not null,
  deleted_at timestamptz not null default now(),
  -- The row as it was. As JSON, a later migration may add columns to tasks without a change here.
  task jsonb not null,
  primary key (user_id, id)
);
create index deleted_tasks_deleted_at_idx on private.deleted_tasks (deleted_at);
revoke all on private.deleted_tasks from public, anon, authenticated, service_role;

-- Throws away what can no longer be restored. What another transaction is throwing away already is left to it.
create function private.forget_deleted_tasks() returns void
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deleted_tasks where (user_id, id) in (
    select user_id, id from private.deleted_tasks where deleted_at < now() - interval '10 minutes'
    order by deleted_at limit 1000 for update skip locked
  );
end
$$;

create function private.keep_deleted_tasks() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_deleted_tasks();
  insert into private.deleted_tasks (user_id, id, task)
    select gone.user_id, gone.id, to_jsonb(gone) from gone order by gone.created_at desc limit 100
    on conflict (user_id, id) do update set deleted_at = excluded.deleted_at, task = excluded.task;
  delete from private.deleted_tasks where user_id = auth.uid() and id in (
    select id from private.deleted_tasks where user_id = auth.uid() order by deleted_at desc offset 100
  );
  return null;
end
$$;

-- Clients only: what goes with its account (a cascade runs as the owner of the table) leaves nothing behind.
create trigger tasks_keep_deleted after delete on public.tasks
  referencing old table as gone
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.keep_deleted_tasks();

-- After the cascades, whose names begin with 'RI_': a client's deletion that they have waited for is kept by then.
create function private.forget_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deleted_tasks where user_id = old.id;
  return null;
end
$$;

create trigger forget_account after delete on auth.users
  for each row execute function private.forget_account();

-- Gives back a task that the caller has deleted within the last ten minutes, and returns it. A task that is there
-- already is returned as it is: a client that lost the first answer asks again. Otherwise the answer is 410 'Gone': PostgREST
-- makes the status of an error code that begins with PT.
--
-- It runs as its owner, because no client may set created_at. Whose task it is, is said by the token alone, and what is
-- given back by what was deleted: the caller chooses nothing but which one.
-- The limits on the number of tasks do not hold here: a deletion can always be undone, and no more than 100.
create function public.restore_task(task_id uuid) returns public.tasks
  language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
  kept jsonb;
  restored public.tasks;
begin
  if caller is null then
    raise exception 'only a signed-in user can restore a task' using errcode = 'insufficient_privilege';
  end if;
  perform private.forget_deleted_tasks();
  select task into kept from private.deleted_tasks
    where user_id = caller and id = task_id and deleted_at >= now() - interval '10 minutes';
  if found then
    insert into public.tasks select (jsonb_populate_record(null::public.tasks, kept)).*
      on conflict (id) do nothing;
    delete from private.deleted_tasks where user_id = caller and id = task_id;
  end if;
  select * into restored from public.tasks where id = task_id and user_id = caller;
  if not found then
    raise exception 'This task can no longer be restored.' using errcode = 'PT410';
  end if;
  return restored;
end
$$;

revoke all on all functions in schema private from public, anon, authenticated;
revoke all on function public.restore_task(uuid) from public, anon, authenticated, service_role;
grant execute on function public.restore_task(uuid) to authenticated;
