-- 'Have my tasks changed?' in one small answer: a page that is left open asks it each minute, and reads its week again only
-- when the answer is another than before.
--
-- A version is a random text that is drawn anew with each change of a user's tasks, so it says equal or not equal and nothing
-- else. It is in the row that counts the user's tasks. That row is locked until a change is done, so one who has read a
-- version, and the tasks after it, has every change up to that version; the latest time of a change would not
-- promise that, because changes are not done in the order in which they begin. It holds for deletions and moves alike.

alter table private.task_counts add column version uuid not null default gen_random_uuid();

create function private.draw_version() returns trigger
  language plpgsql security invoker set search_path = '' as $$
begin
  new.version := gen_random_uuid();
  return new;
end
$$;

-- Adding, deleting and restoring a task write the count. A change of a task does not, so it writes the same number once more.
create trigger task_counts_draw_version before update on private.task_counts
  for each row execute function private.draw_version();

create function private.note_changed_tasks() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update private.task_counts set tasks = tasks where user_id in (select user_id from changed);
  return null;
end
$$;

create trigger tasks_note_changed after update on public.tasks
  referencing new table as changed
  for each statement execute function private.note_changed_tasks();

-- Returns the version of the caller's tasks; null where there has never been one. It runs as its owner, because the count is
-- out of every client's reach. It takes no argument: whose version is said by the token alone.
create function public.tasks_version() returns uuid
  language sql stable security definer set search_path = '' as $$
  select version from private.task_counts where user_id = (select auth.uid())
$$;

revoke all on all functions in schema private from public, anon, authenticated;
revoke all on function public.tasks_version() from public, anon, authenticated, service_role;
grant execute on function public.tasks_version() to authenticated;
