-- A user's tasks for other calendars (rule calendar-feed): the secret is all that is needed to read them, without a session.
--
-- The site's server asks calendar_feed with what the address holds and makes a calendar of the answer. Kept is the
-- hash of a secret alone, so a copy of the database opens no feed. The secret is 256 bits of chance, so a hash without salt
-- is not guessed either.

create table private.calendar_feeds (
  user_id uuid primary key references auth.users (id) on delete cascade,
  secret_hash bytea not null unique,
  created_at timestamptz not null default now()
);
revoke all on private.calendar_feeds from public, anon, authenticated, service_role;

-- ---------------------------------------------------------------- when tasks were changed

-- What a calendar is told about the latest change of its events. It is written with the version, in the row of the count.
alter table private.task_counts add column changed_at timestamptz not null default now();

create or replace function private.draw_version() returns trigger
  language plpgsql security invoker set search_path = '' as $$
begin
  new.version := gen_random_uuid();
  new.changed_at := now();
  return new;
end
$$;

-- ---------------------------------------------------------------- the owner's side

-- Makes a new secret in the place of the caller's old one, if there is one, and returns it: 64 hexadecimal digits, this once.
-- Three random UUIDs hold more chance than the 256 bits that are made of them; pgcrypto is not needed.
create function public.renew_calendar_feed() returns text
  language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
  secret text;
begin
  if caller is null then
    raise exception 'only a signed-in user has a calendar feed' using errcode = 'insufficient_privilege';
  end if;
  secret := encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  ), 'hex');
  insert into private.calendar_feeds (user_id, secret_hash)
    values (caller, sha256(convert_to(secret, 'UTF8')))
    on conflict (user_id) do update set secret_hash = excluded.secret_hash, created_at = now();
  return secret;
end
$$;

-- Ends the caller's feed. Where there is none it is no error: a client that lost the first answer asks again.
create function public.withdraw_calendar_feed() returns void
  language sql security definer set search_path = '' as $$
  delete from private.calendar_feeds where user_id = (select auth.uid())
$$;

-- Returns since when the caller's feed has its secret; null where there is no feed.
create function public.calendar_feed_since() returns timestamptz
  language sql stable security definer set search_path = '' as $$
  select created_at from private.calendar_feeds where user_id = (select auth.uid())
$$;

-- ---------------------------------------------------------------- the reader's side

-- Returns what a secret opens, or null: the tasks of its user from four weeks ago to a year from now, the earliest first, at
-- most 5,000, and when any task of theirs was changed last. One value, because PostgREST cuts off rows beyond api.max_rows.
-- Who has the publishable key may call it; the secret is all that opens anything.
create function public.calendar_feed(secret text) returns json
  language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'changed_at', coalesce(
      (select counts.changed_at from private.task_counts as counts where counts.user_id = feed.user_id),
      feed.created_at
    ),
    'tasks', coalesce((
      select json_agg(task) from (
        select id, title, emoji, task_date, completed, starred, pinned
        from public.tasks
        where user_id = feed.user_id and task_date between current_date - 28 and current_date + 365
        order by task_date, created_at, id limit 5000
      ) as task
    ), '[]'::json)
  )
  from private.calendar_feeds as feed
  where feed.secret_hash = sha256(convert_to(secret, 'UTF8'))
$$;

revoke all on all functions in schema private from public, anon, authenticated;
revoke all on function public.renew_calendar_feed(), public.withdraw_calendar_feed(), public.calendar_feed_since(),
  public.calendar_feed(text) from public, anon, authenticated, service_role;
grant execute on function public.renew_calendar_feed(), public.withdraw_calendar_feed(), public.calendar_feed_since()
  to authenticated;
grant execute on function public.calendar_feed(text) to anon;
