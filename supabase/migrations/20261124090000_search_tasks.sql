-- Search over a user's own tasks (rule task-search), and the index of what was left undone (rule leftovers).
--
-- The words of each task are kept folded in a table of their own, beside the tasks: a tick or a star changes nothing there,
-- and `select *` on tasks is no wider. No extension is needed: what PGlite and a hosted project both have is enough.

-- ---------------------------------------------------------------- folding

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

-- What a folded text is found by: each three characters in a row. Scripts that write no spaces have words of one and two
-- characters, and so have emoji: from U+2E80 on, one and two in a row count as well. Each is hashed with its owner, so that
-- the index of everybody's tasks is as good as one for each user. Equal hashes of different texts are told apart by the words.
create function private.search_grams(owner uuid, folded text) returns bigint[]
  language plpgsql immutable parallel safe cost 1000 set search_path = '' as $$
declare
  seed constant bigint := uuid_hash_extended(owner, 0);
  letters text[];
  grams constant bigint[] := array(
    select hashtextextended(substr(folded, place, 3), seed) from generate_series(1, char_length(folded) - 2) as place
  );
begin
  if folded !~ '[\u2E80-\U0010FFFF]' then
    return grams;
  end if;
  letters := string_to_array(folded, null);
  return grams || array(
    select hashtextextended(gram, seed)
    from generate_subscripts(letters, 1) as place, unnest(array[letters[place], letters[place] || letters[place + 1]]) as gram
    where letters[place] collate "C" >= '⺀' and gram is not null
  );
end
$$;

-- ---------------------------------------------------------------- the words of tasks

create table private.task_words (
  -- No foreign key: with one, an administrator could not empty the table of tasks alone. Triggers do what it would.
  task_id uuid primary key,
  user_id uuid not null,
  task_date date not null,
  folded text not null
);
revoke all on private.task_words from public, anon, authenticated, service_role;

-- A user's tasks, the newest first.
create index task_words_newest_idx on private.task_words (user_id, task_date desc, task_id);
-- Written at once: a list of what is still to be written would be read by every search.
create index task_words_grams_idx on private.task_words
  using gin (private.search_grams(user_id, folded)) with (fastupdate = off);
-- No statistics of what is in it: ANALYZE would compute them for each task of its sample, and there is no other way to read it.
alter index private.task_words_grams_idx alter column 1 set statistics 0;

create function private.keep_words_of_added() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.task_words (task_id, user_id, task_date, folded)
    select id, user_id, task_date, private.fold(concat_ws(' ', title, emoji)) from added;
  return null;
end
$$;

create function private.keep_words_of_changed() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update private.task_words set
      user_id = new.user_id,
      task_date = new.task_date,
      folded = private.fold(concat_ws(' ', new.title, new.emoji))
    where task_id = new.id;
  return null;
end
$$;

create function private.forget_words_of_deleted() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.task_words where task_id in (select id from deleted);
  return null;
end
$$;

create function private.forget_all_words() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.task_words;
  return null;
end
$$;

create trigger tasks_words_added after insert on public.tasks
  referencing new table as added
  for each statement execute function private.keep_words_of_added();
create trigger tasks_words_deleted after delete on public.tasks
  referencing old table as deleted
  for each statement execute function private.forget_words_of_deleted();
create trigger tasks_words_none after truncate on public.tasks
  for each statement execute function private.forget_all_words();
create trigger tasks_words_changed after update of title, emoji, task_date, user_id on public.tasks
  for each row when ((old.title, old.emoji, old.task_date, old.user_id)
    is distinct from (new.title, new.emoji, new.task_date, new.user_id))
  execute function private.keep_words_of_changed();

-- The triggers above keep others from writing to the table until this transaction ends, so no task is missed.
insert into private.task_words (task_id, user_id, task_date, folded)
  select id, user_id, task_date, private.fold(concat_ws(' ', title, emoji)) from public.tasks;

-- As for the tasks: see steady_plan_of_a_week.
alter table private.task_words alter column user_id set (n_distinct = -0.01);

-- ---------------------------------------------------------------- the search

-- The caller's tasks that hold each word of a text, of 200 characters and eight words at most: the newest first, at most 50.
-- A word is found anywhere in a task; one of two letters or fewer only where a word begins, unless its script writes no spaces.
--
-- Common words are found among the newest tasks; rare ones by the index. So neither reads much, however many tasks there are.
--
-- It runs as its owner, because no client has a right to the schema private, and because row-level security would keep the
-- index from being used. Whose tasks they are is said by the token alone. No part of the text becomes a pattern: what a
-- pattern would read as a sign is escaped, and folding leaves no other.
create function public.search_tasks(search text) returns setof public.tasks
  language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
  asked text[];
  patterns text[];
  grams bigint[];
  found uuid[];
begin
  if caller is null then
    raise exception 'only a signed-in user can search tasks' using errcode = 'insufficient_privilege';
  end if;
  select array_agg(case when char_length(word) > 2 or word collate "C" >= '⺀' then word else ' ' || word end)
    into asked
    from (
      select distinct word from regexp_split_to_table(btrim(private.fold(left(search, 200))), ' ') as word
      where word <> '' limit 8
    ) as words;
  if asked is null then
    return;
  end if;
  -- Folding has made spaces of % and _ and of the backslash.
  select array_agg('%' || part || '%') into patterns from unnest(asked) as part;
  select array_agg(distinct gram) into grams
    from unnest(asked) as part, unnest(private.search_grams(caller, part)) as gram;

  found := array(
    select task_id from (
      select task_id, folded from private.task_words where user_id = caller
        order by task_date desc, task_id limit 1000
    ) as newest
    where folded like all (patterns) limit 50
  );
  if cardinality(found) < 50 and grams is not null then
    found := array(
      select task_id from private.task_words
        -- 'is true' keeps the user's own index, which would read all of their tasks, out of this.
        where private.search_grams(user_id, folded) @> grams and (user_id = caller) is true
          and folded like all (patterns)
        order by task_date desc, task_id limit 50
    );
  end if;
  return query
    select * from public.tasks where id = any (found) and user_id = caller
      order by task_date desc, created_at desc, id;
end
$$;

revoke all on all functions in schema private from public, anon, authenticated;
revoke all on function public.search_tasks(text) from public, anon, authenticated, service_role;
grant execute on function public.search_tasks(text) to authenticated;

-- ---------------------------------------------------------------- what was left undone

-- A tick goes in or out of it; it stays as small as what a user has left undone.
create index tasks_undone_idx on public.tasks (user_id, task_date) where completed is false;

analyze public.tasks;
analyze private.task_words;
