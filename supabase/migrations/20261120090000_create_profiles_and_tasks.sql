-- Profiles and tasks: tables, what a client may touch (grants), whose rows it may touch (policies),
-- and what no client may ever set (triggers).
--
-- The Supabase CLI pushes this file to a hosted project, and the embedded backend runs it too, unchanged.
-- Grants, row-level security and triggers say the same thing three times on purpose: a hosted project that
-- loses its grants, or an embedded engine that widens them, still keeps every row with its owner.

-- Functions live here. The schema is not exposed by the API, and clients have no right to it.
create schema if not exists private;
revoke all on schema private from public, anon, authenticated;

-- ---------------------------------------------------------------- profiles

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  display_name text,
  created_at timestamptz not null default now(),

  constraint profiles_display_name_length check (char_length(display_name) between 1 and 100),
  -- Letters, marks and numbers of any script, space, hyphen, underscore: the client checks that in full.
  -- Postgres regular expressions know no \p{L}, so here: no ASCII punctuation, no control or format
  -- characters, no space but U+0020 ...
  constraint profiles_display_name_characters check (
    display_name !~ ('['
      '\u0001-\u001F\u007F-\u00A0\u00AD'
      '\u0021-\u002C\u002E\u002F\u003A-\u0040\u005B-\u005E\u0060\u007B-\u007E'
      '\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u1680\u180E\u2000-\u206F\u3000\uFEFF\uFFF9-\uFFFB'
      '\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
      '\U000E0001\U000E0020-\U000E007F'
    ']')),
  -- ... and at least one character that can be seen (see tasks.title).
  constraint profiles_display_name_visible check (
    display_name ~ ('[^'
      '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2'
      '\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800'
      '\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F'
      '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
    ']'))
);

-- ---------------------------------------------------------------- tasks

create table public.tasks (
  -- Made by the client, so that asking again after a lost answer creates no second task.
  id uuid primary key default gen_random_uuid(),
  title text not null,
  completed boolean not null default false,
  starred boolean not null default false,
  pinned boolean not null default false,
  emoji text,
  task_date date not null,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),

  -- char_length counts code points, as the client does.
  constraint tasks_title_length check (char_length(title) between 1 and 200),
  -- At least one character that can be seen. Invisible are [\p{Z}\p{Cc}\p{Cf}], whatever else Unicode says
  -- to ignore when drawing (Hangul fillers, joiners, variation selectors) and the braille blank: Postgres
  -- has no names for these classes, so they are written out in code point order.
  constraint tasks_title_visible check (
    title ~ ('[^'
      '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2'
      '\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800'
      '\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F'
      '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
    ']')),
  constraint tasks_emoji_length check (char_length(emoji) between 1 and 10),
  -- The client knows emoji. Here: no ASCII but what keycaps are made of (digits, # and *).
  constraint tasks_emoji_characters check (emoji !~ '[\u0001-\u0022\u0024-\u0029\u002B-\u002F\u003A-\u007F]'),
  -- 'infinity' is a date to Postgres and to no one else.
  constraint tasks_task_date_finite check (isfinite(task_date))
);

-- A week of one user, and the foreign key.
create index tasks_user_id_task_date_idx on public.tasks (user_id, task_date);

-- ---------------------------------------------------------------- grants: what a client may touch

revoke all on public.profiles, public.tasks from public, anon, authenticated;

grant select on public.profiles to authenticated;
grant update (display_name) on public.profiles to authenticated;

grant select, delete on public.tasks to authenticated;
grant insert (id, title, completed, starred, pinned, emoji, task_date, user_id) on public.tasks to authenticated;
grant update (title, completed, starred, pinned, emoji, task_date) on public.tasks to authenticated;

grant all on public.profiles, public.tasks to service_role;

-- ---------------------------------------------------------------- policies: whose rows

alter table public.profiles enable row level security;
alter table public.tasks enable row level security;

-- (select auth.uid()) is worked out once a query; a bare auth.uid() once a row.
create policy profiles_select_own on public.profiles
  for select to authenticated using ((select auth.uid()) = id);
create policy profiles_update_own on public.profiles
  for update to authenticated using ((select auth.uid()) = id) with check ((select auth.uid()) = id);

create policy tasks_select_own on public.tasks
  for select to authenticated using ((select auth.uid()) = user_id);
create policy tasks_insert_own on public.tasks
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy tasks_update_own on public.tasks
  for update to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy tasks_delete_own on public.tasks
  for delete to authenticated using ((select auth.uid()) = user_id);

-- ---------------------------------------------------------------- triggers: what no client may set

-- Refuses to let a client change the columns named in the trigger's arguments.
create function private.keep_columns() returns trigger
  language plpgsql security invoker set search_path = '' as $$
declare
  kept text;
begin
  if current_user in ('anon', 'authenticated') then
    foreach kept in array tg_argv loop
      if to_jsonb(new) -> kept is distinct from to_jsonb(old) -> kept then
        raise exception 'column "%" of table "%" cannot be changed', kept, tg_table_name
          using errcode = 'insufficient_privilege';
      end if;
    end loop;
  end if;
  return new;
end
$$;

-- Refuses to let a client choose when a row was created. Administrators and imports may.
create function private.keep_creation_time() returns trigger
  language plpgsql security invoker set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and new.created_at is distinct from now() then
    raise exception 'column "created_at" of table "%" cannot be set', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger profiles_keep_columns before update on public.profiles
  for each row execute function private.keep_columns('id', 'created_at');
create trigger tasks_keep_columns before update on public.tasks
  for each row execute function private.keep_columns('id', 'user_id', 'created_at');
create trigger tasks_keep_creation_time before insert on public.tasks
  for each row execute function private.keep_creation_time();

-- ---------------------------------------------------------------- a profile for every account

-- Runs as its owner, because the role that creates accounts has no rights on public.profiles.
-- Whatever happens in here, the sign-up goes on: a provider's odd name becomes no name.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  given_name text := btrim(coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name'));
begin
  begin
    insert into public.profiles (id, display_name) values (new.id, given_name) on conflict (id) do nothing;
  exception when check_violation then
    insert into public.profiles (id) values (new.id) on conflict (id) do nothing;
  end;
  return new;
exception when others then
  raise warning 'no profile was made for a new account: %', sqlstate;
  return new;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

revoke all on all functions in schema private from public, anon, authenticated;

-- Accounts made before this migration (none on a new project).
insert into public.profiles (id, created_at)
  select id, coalesce(created_at, now()) from auth.users
  on conflict (id) do nothing;
