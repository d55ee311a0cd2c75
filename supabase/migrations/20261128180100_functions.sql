-- The functions and triggers. A function that runs as its owner (`security definer`) does what no client has a right to; whose
-- rows it touches, the caller's token alone says.

-- The user whom the token of a request names.
create function private.caller() returns uuid
  language plpgsql stable security invoker set search_path = '' as $$
begin
  if auth.uid() is null then
    raise exception 'only a signed-in user can do this' using errcode = 'insufficient_privilege';
  end if;
  return auth.uid();
end
$$;

-- Refuses a change with the message and the error code in the arguments.
create function private.refuse() returns trigger
  language plpgsql security invoker set search_path = '' as $$
begin
  raise exception using message = tg_argv[0], errcode = tg_argv[1];
end
$$;

-- What no client may change, also where grants are lost or wider. Administrators and imports may.
create trigger profiles_keep_columns before update on public.profiles for each row
  when (current_user in ('anon', 'authenticated') and (new.id, new.created_at) is distinct from (old.id, old.created_at))
  execute function private.refuse('Only the display name can be changed.', 'insufficient_privilege');
create trigger tasks_keep_columns before update on public.tasks for each row
  when (current_user in ('anon', 'authenticated')
    and (new.id, new.user_id, new.created_at) is distinct from (old.id, old.user_id, old.created_at))
  execute function private.refuse('The id, the user and the creation time cannot be changed.', 'insufficient_privilege');
create trigger tasks_keep_creation_time before insert on public.tasks for each row
  when (current_user in ('anon', 'authenticated') and new.created_at is distinct from now())
  execute function private.refuse('The creation time cannot be set.', 'insufficient_privilege');

-- What a sign-up brings along returns in every access token, which has to fit in a request's header.
create trigger limit_account_data before insert or update of raw_user_meta_data on auth.users for each row
  when (octet_length(new.raw_user_meta_data::text) > 4096)
  execute function private.refuse('The data of an account may take 4 kB at most.', 'check_violation');

-- A day is ordered by created_at, so each further row of a request is one microsecond later. clock_timestamp() would not do: the
-- embedded engine's has milliseconds.
create function private.order_added() returns trigger
  language plpgsql security invoker set search_path = '' as $$
declare
  added integer := coalesce(nullif(current_setting('better_space.added', true), ''), '0');
begin
  new.created_at := now() + added * interval '1 microsecond';
  perform set_config('better_space.added', (added + 1)::text, true);
  return new;
end
$$;

create trigger tasks_order_added before insert on public.tasks for each row
  when (current_user in ('anon', 'authenticated')) execute function private.order_added();

-- A profile for every account. Whatever happens in here, the sign-up goes on: a provider's odd name becomes no name.
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

-- Accounts from before this migration.
insert into public.profiles (id, created_at)
  select id, coalesce(created_at, now()) from auth.users
  on conflict (id) do nothing;

-- 'Delete account': the foreign keys delete its rows in the same transaction. Called again with the same token, it is no error.
create function public.delete_account() returns void
  language sql security definer set search_path = '' as $$
  delete from auth.users where id = private.caller()
$$;

-- Counts each user's tasks and draws a new version of them, no matter who changes them. An update may give a task to another user.
create function private.count_tasks() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.task_counts;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    update private.task_counts as counts
      set tasks = counts.tasks - gone.tasks, version = gen_random_uuid(), changed_at = now()
      from (select user_id, count(*) as tasks from removed group by user_id) as gone
      where counts.user_id = gone.user_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into private.task_counts as counts (user_id, tasks)
      select user_id, count(*) from added group by user_id order by user_id
      on conflict (user_id) do update
        set tasks = counts.tasks + excluded.tasks, version = gen_random_uuid(), changed_at = now();
  end if;
  return null;
end
$$;

-- A user has 100,000 tasks at most, and 2,000 on one day. The limits hold for clients: imports, administrators and restore_task
-- pass them. Who has no more than 2,000 in all has no day with more.
create function private.limit_tasks() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
  total integer;
  days date[];
begin
  select tasks into total from private.task_counts where user_id = caller for update;
  if total > 2000 then
    if tg_op = 'UPDATE' then
      days := array[new.task_date];
    elsif total > 100000 then
      raise exception 'You have reached the limit of 100,000 tasks. Delete some to add new ones.'
        using errcode = 'check_violation';
    else
      days := array(select distinct task_date from added);
    end if;
    if exists (
      select from unnest(days) as day
      where exists (select from public.tasks where user_id = caller and task_date = day offset 2000)
    ) then
      raise exception 'A day holds 2,000 tasks at most. Delete some to add new ones.' using errcode = 'check_violation';
    end if;
  end if;
  return null;
end
$$;

-- A trigger that refers to the rows of its statement is for one event. They run in the order of their names.
create trigger tasks_count_added after insert on public.tasks referencing new table as added
  for each statement execute function private.count_tasks();
create trigger tasks_count_changed after update on public.tasks referencing old table as removed new table as added
  for each statement execute function private.count_tasks();
create trigger tasks_count_deleted after delete on public.tasks referencing old table as removed
  for each statement execute function private.count_tasks();
create trigger tasks_count_none after truncate on public.tasks
  for each statement execute function private.count_tasks();
create trigger tasks_limit_added after insert on public.tasks referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.limit_tasks();
create trigger tasks_limit_moved after update of task_date on public.tasks
  for each row when (new.task_date <> old.task_date and current_user in ('anon', 'authenticated'))
  execute function private.limit_tasks();

-- 'Have my tasks changed?': a random text; null before the first task. The row of the count is locked until a change is done, so
-- one who reads a version, and then the tasks, has every change up to it.
create function public.tasks_version() returns uuid
  language sql stable security definer set search_path = '' as $$
  select version from private.task_counts where user_id = (select auth.uid())
$$;

-- Keeps what clients delete for ten minutes, at most 100 tasks of one user.
create function private.keep_deleted_tasks() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deleted_tasks where (user_id, id) in (
    select user_id, id from private.deleted_tasks where deleted_at < now() - interval '10 minutes'
    order by deleted_at limit 1000 for update skip locked
  );
  insert into private.deleted_tasks (user_id, id, task)
    select gone.user_id, gone.id, to_jsonb(gone) from gone join private.task_counts using (user_id)
    order by gone.created_at desc limit 100
    on conflict (user_id, id) do update set deleted_at = excluded.deleted_at, task = excluded.task;
  delete from private.deleted_tasks where user_id = auth.uid() and id in (
    select id from private.deleted_tasks where user_id = auth.uid() order by deleted_at desc offset 100
  );
  return null;
end
$$;

create trigger tasks_keep_deleted after delete on public.tasks referencing old table as gone
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.keep_deleted_tasks();

-- Gives back a task that the caller deleted within the last ten minutes, with its created_at. A task that is there is returned
-- as it is: a client that lost the first answer asks again. PostgREST makes the status 410 of the error code PT410.
create function public.restore_task(task_id uuid) returns public.tasks
  language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.caller();
  kept jsonb;
  restored public.tasks;
begin
  delete from private.deleted_tasks
    where user_id = caller and id = task_id and deleted_at >= now() - interval '10 minutes' returning task into kept;
  if found then
    insert into public.tasks select (jsonb_populate_record(null::public.tasks, kept)).* on conflict (id) do nothing;
  end if;
  select * into restored from public.tasks where id = task_id and user_id = caller;
  if not found then
    raise exception 'This task can no longer be restored.' using errcode = 'PT410';
  end if;
  return restored;
end
$$;

-- A text as it is compared: without accents, without case, with one space between its words and around them. Signs of ASCII
-- count as spaces. Left out are the marks of Latin, Greek and Cyrillic (U+0300-036F and their extensions), the vowel points
-- of Hebrew and Arabic, joiners and the selectors of emoji; vowel signs of other scripts are letters and stay.
create function private.fold(raw text) returns text
  language sql immutable parallel safe set search_path = '' as $$
  select left(' ' || btrim(regexp_replace(
    replace(replace(replace(translate(lower(regexp_replace(
      normalize(raw, NFKD),
      '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u2060\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]',
      '', 'g'
    )), 'øłđħŧıς', 'oldhtiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\s\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007F]+', ' ', 'g'
  )) || ' ', 1000)
$$;

-- What a folded text is found by: each three characters in a row, and one and two from U+2E80 on, because scripts that write no
-- spaces have such words. Each is hashed with its owner, so that the index of all tasks is as good as one for each user.
create function private.search_grams(owner uuid, folded text) returns bigint[]
  language plpgsql immutable parallel safe cost 1000 set search_path = '' as $$
declare
  seed constant bigint := uuid_hash_extended(owner, 0);
begin
  if folded !~ '[\u2E80-\U0010FFFF]' then
    return array(
      select hashtextextended(substr(folded, place, 3), seed) from generate_series(1, char_length(folded) - 2) as place
    );
  end if;
  return array(
    select hashtextextended(substr(folded, place, size), seed)
    from generate_series(1, 3) as size, generate_series(1, char_length(folded) - size + 1) as place
    where size = 3 or substr(folded, place, 1) collate "C" >= '⺀'
  );
end
$$;

-- Written at once: every search would read a list of what is still to be written. Its statistics would be slow to compute.
create index task_words_grams_idx on private.task_words
  using gin (private.search_grams(user_id, folded)) with (fastupdate = off);
alter index private.task_words_grams_idx alter column 1 set statistics 0;

create function private.keep_words() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.task_words (task_id, user_id, task_date, folded)
      select id, user_id, task_date, private.fold(concat_ws(' ', title, emoji)) from added;
  else
    update private.task_words
      set user_id = new.user_id, task_date = new.task_date, folded = private.fold(concat_ws(' ', new.title, new.emoji))
      where task_id = new.id;
  end if;
  return null;
end
$$;

create trigger tasks_words_added after insert on public.tasks referencing new table as added
  for each statement execute function private.keep_words();
create trigger tasks_words_changed after update of title, emoji, task_date, user_id on public.tasks
  for each row execute function private.keep_words();

-- The caller's tasks that hold each word of a text, of 200 characters and eight words at most: the newest first, at most 50. A
-- word is found anywhere in a task; one of two letters or fewer only where a word begins, unless its script writes no spaces.
-- Common words are found among the newest tasks, rare ones by the index: with either alone, a search in 100,000 tasks took ten
-- times as long. Row-level security would keep the index from being used.
create function public.search_tasks(search text) returns setof public.tasks
  language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.caller();
  asked text[];
  patterns text[];
  grams bigint[];
  found uuid[];
begin
  asked := array(
    select distinct case when char_length(word) > 2 or word collate "C" >= '⺀' then word else ' ' || word end
    from regexp_split_to_table(btrim(private.fold(left(search, 200))), ' ') as word
    where word <> '' limit 8
  );
  if asked = '{}' then
    return;
  end if;
  -- Folding has made spaces of % and _ and of the backslash.
  patterns := array(select '%' || part || '%' from unnest(asked) as part);
  grams := array(select distinct gram from unnest(asked) as part, unnest(private.search_grams(caller, part)) as gram);
  found := array(
    select task_id from (
      select task_id, folded from private.task_words where user_id = caller
        order by task_date desc, task_id limit 1000
    ) as newest
    where folded like all (patterns) limit 50
  );
  if cardinality(found) < 50 and grams <> '{}' then
    found := array(
      select task_id from private.task_words
        -- 'is true' keeps the user's own index, which would read all of their tasks, out of this and of the next query.
        where private.search_grams(user_id, folded) @> grams and (user_id = caller) is true
          and folded like all (patterns)
        order by task_date desc, task_id limit 50
    );
  end if;
  return query
    select * from public.tasks
      where id = any (found) and (user_id = caller) is true
      order by task_date desc, created_at desc, id;
end
$$;

-- Makes a new secret of the caller's calendar feed in the place of the old one, and returns it, this once: 64 hexadecimal digits.
create function public.renew_calendar_feed() returns text
  language plpgsql security definer set search_path = '' as $$
declare
  secret text := encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  ), 'hex');
begin
  insert into private.calendar_feeds (user_id, secret_hash)
    values (private.caller(), sha256(convert_to(secret, 'UTF8')))
    on conflict (user_id) do update set secret_hash = excluded.secret_hash, created_at = now();
  return secret;
end
$$;

-- Ends the caller's feed. Where there is none it is no error.
create function public.withdraw_calendar_feed() returns void
  language sql security definer set search_path = '' as $$
  delete from private.calendar_feeds where user_id = (select auth.uid())
$$;

-- Returns since when the caller's feed has its secret; null where there is no feed.
create function public.calendar_feed_since() returns timestamptz
  language sql stable security definer set search_path = '' as $$
  select created_at from private.calendar_feeds where user_id = (select auth.uid())
$$;

-- Returns what a secret opens, or null: its user's tasks from four weeks ago to a year from now, at most 5,000, and when any task
-- of theirs was changed last. One value, because PostgREST cuts off rows beyond api.max_rows. Visitors may call it: the site's
-- server asks it without a session.
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
revoke all on function public.delete_account(), public.tasks_version(), public.restore_task(uuid), public.search_tasks(text),
  public.renew_calendar_feed(), public.withdraw_calendar_feed(), public.calendar_feed_since(), public.calendar_feed(text)
  from public, anon, authenticated, service_role;
grant execute on function public.delete_account(), public.tasks_version(), public.restore_task(uuid), public.search_tasks(text),
  public.renew_calendar_feed(), public.withdraw_calendar_feed(), public.calendar_feed_since() to authenticated;
grant execute on function public.calendar_feed(text) to anon;
