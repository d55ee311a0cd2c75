-- The tables: what a row may be, whose it is (policies), and what a client may do with it (grants). The Supabase CLI pushes these
-- files to a hosted project, and the embedded backend runs them unchanged.
--
-- PostgreSQL's regular expressions know no Unicode properties, so classes of characters are written out in the order of code
-- points. Tests compare each character with the rules of the client. char_length counts code points, as the client does.

-- The API does not expose this schema: functions, and rows that no client may read.
create schema if not exists private;
revoke all on schema private from public, anon, authenticated;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  display_name text,
  created_at timestamptz not null default now(),

  constraint profiles_display_name_length check (char_length(display_name) between 1 and 100),
  -- Letters, marks and numbers of any script, space, hyphen, underscore. Listed is what is none of these in Unicode 17.
  constraint profiles_display_name_characters check (
    display_name !~ ('['
      '\u0001-\u001F\u0021-\u002C\u002E\u002F\u003A-\u0040\u005B-\u005E\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4'
      '\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u02C2-\u02C5\u02D2-\u02DF\u02E5-\u02EB\u02ED\u02EF-\u02FF\u0375\u037E'
      '\u0384\u0385\u0387\u03F6\u0482\u055A-\u055F\u0589\u058A\u058D-\u058F\u05BE\u05C0\u05C3\u05C6\u05F3\u05F4'
      '\u0600-\u060F\u061B-\u061F\u066A-\u066D\u06D4\u06DD\u06DE\u06E9\u06FD\u06FE\u0700-\u070D\u070F\u07F6-\u07F9'
      '\u07FE\u07FF\u0830-\u083E\u085E\u0888\u0890\u0891\u08E2\u0964\u0965\u0970\u09F2\u09F3\u09FA\u09FB\u09FD'
      '\u0A76\u0AF0\u0AF1\u0B70\u0BF3-\u0BFA\u0C77\u0C7F\u0C84\u0D4F\u0D79\u0DF4\u0E3F\u0E4F\u0E5A\u0E5B'
      '\u0F01-\u0F17\u0F1A-\u0F1F\u0F34\u0F36\u0F38\u0F3A-\u0F3D\u0F85\u0FBE-\u0FC5\u0FC7-\u0FCC\u0FCE-\u0FDA'
      '\u104A-\u104F\u109E\u109F\u10FB\u1360-\u1368\u1390-\u1399\u1400\u166D\u166E\u1680\u169B\u169C\u16EB-\u16ED'
      '\u1735\u1736\u17D4-\u17D6\u17D8-\u17DB\u1800-\u180A\u180E\u1940\u1944\u1945\u19DE-\u19FF\u1A1E\u1A1F'
      '\u1AA0-\u1AA6\u1AA8-\u1AAD\u1B4E\u1B4F\u1B5A-\u1B6A\u1B74-\u1B7F\u1BFC-\u1BFF\u1C3B-\u1C3F\u1C7E\u1C7F'
      '\u1CC0-\u1CC7\u1CD3\u1FBD\u1FBF-\u1FC1\u1FCD-\u1FCF\u1FDD-\u1FDF\u1FED-\u1FEF\u1FFD\u1FFE\u2000-\u2064'
      '\u2066-\u206F\u207A-\u207E\u208A-\u208E\u20A0-\u20C1\u2100\u2101\u2103-\u2106\u2108\u2109\u2114\u2116-\u2118'
      '\u211E-\u2123\u2125\u2127\u2129\u212E\u213A\u213B\u2140-\u2144\u214A-\u214D\u214F\u218A\u218B\u2190-\u2429'
      '\u2440-\u244A\u249C-\u24E9\u2500-\u2775\u2794-\u2B73\u2B76-\u2BFF\u2CE5-\u2CEA\u2CF9-\u2CFC\u2CFE\u2CFF'
      '\u2D70\u2E00-\u2E2E\u2E30-\u2E5D\u2E80-\u2E99\u2E9B-\u2EF3\u2F00-\u2FD5\u2FF0-\u3004\u3008-\u3020\u3030'
      '\u3036\u3037\u303D-\u303F\u309B\u309C\u30A0\u30FB\u3190\u3191\u3196-\u319F\u31C0-\u31E5\u31EF\u3200-\u321E'
      '\u322A-\u3247\u3250\u3260-\u327F\u328A-\u32B0\u32C0-\u33FF\u4DC0-\u4DFF\uA490-\uA4C6\uA4FE\uA4FF'
      '\uA60D-\uA60F\uA673\uA67E\uA6F2-\uA6F7\uA700-\uA716\uA720\uA721\uA789\uA78A\uA828-\uA82B\uA836-\uA839'
      '\uA874-\uA877\uA8CE\uA8CF\uA8F8-\uA8FA\uA8FC\uA92E\uA92F\uA95F\uA9C1-\uA9CD\uA9DE\uA9DF\uAA5C-\uAA5F'
      '\uAA77-\uAA79\uAADE\uAADF\uAAF0\uAAF1\uAB5B\uAB6A\uAB6B\uABEB\uD800-\uF8FF\uFB29\uFBB2-\uFBD2\uFD3E-\uFD4F'
      '\uFD90\uFD91\uFDC8-\uFDEF\uFDFC-\uFDFF\uFE10-\uFE19\uFE30-\uFE52\uFE54-\uFE66\uFE68-\uFE6B\uFEFF'
      '\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65\uFFE0-\uFFE6\uFFE8-\uFFEE\uFFF9-\uFFFF'
      '\U00010100-\U00010102\U00010137-\U0001013F\U00010179-\U00010189\U0001018C-\U0001018E\U00010190-\U0001019C'
      '\U000101A0\U000101D0-\U000101FC\U0001039F\U000103D0\U0001056F\U00010857\U00010877\U00010878\U0001091F'
      '\U0001093F\U00010A50-\U00010A58\U00010A7F\U00010AC8\U00010AF0-\U00010AF6\U00010B39-\U00010B3F'
      '\U00010B99-\U00010B9C\U00010D6E\U00010D8E\U00010D8F\U00010EAD\U00010ED0-\U00010ED8\U00010F55-\U00010F59'
      '\U00010F86-\U00010F89\U00011047-\U0001104D\U000110BB-\U000110C1\U000110CD\U00011140-\U00011143'
      '\U00011174\U00011175\U000111C5-\U000111C8\U000111CD\U000111DB\U000111DD-\U000111DF\U00011238-\U0001123D'
      '\U000112A9\U000113D4\U000113D5\U000113D7\U000113D8\U0001144B-\U0001144F\U0001145A\U0001145B\U0001145D'
      '\U000114C6\U000115C1-\U000115D7\U00011641-\U00011643\U00011660-\U0001166C\U000116B9\U0001173C-\U0001173F'
      '\U0001183B\U00011944-\U00011946\U000119E2\U00011A3F-\U00011A46\U00011A9A-\U00011A9C\U00011A9E-\U00011AA2'
      '\U00011B00-\U00011B09\U00011BE1\U00011C41-\U00011C45\U00011C70\U00011C71\U00011EF7\U00011EF8'
      '\U00011F43-\U00011F4F\U00011FD5-\U00011FF1\U00011FFF\U00012470-\U00012474\U00012FF1\U00012FF2'
      '\U00013430-\U0001343F\U00016A6E\U00016A6F\U00016AF5\U00016B37-\U00016B3F\U00016B44\U00016B45'
      '\U00016D6D-\U00016D6F\U00016E97-\U00016E9A\U00016FE2\U0001BC9C\U0001BC9F-\U0001BCA3\U0001CC00-\U0001CCEF'
      '\U0001CCFA-\U0001CCFC\U0001CD00-\U0001CEB3\U0001CEBA-\U0001CED0\U0001CEE0-\U0001CEF0\U0001CF50-\U0001CFC3'
      '\U0001D000-\U0001D0F5\U0001D100-\U0001D126\U0001D129-\U0001D164\U0001D16A-\U0001D16C\U0001D173-\U0001D17A'
      '\U0001D183\U0001D184\U0001D18C-\U0001D1A9\U0001D1AE-\U0001D1EA\U0001D200-\U0001D241\U0001D245'
      '\U0001D300-\U0001D356\U0001D6C1\U0001D6DB\U0001D6FB\U0001D715\U0001D735\U0001D74F\U0001D76F\U0001D789'
      '\U0001D7A9\U0001D7C3\U0001D800-\U0001D9FF\U0001DA37-\U0001DA3A\U0001DA6D-\U0001DA74\U0001DA76-\U0001DA83'
      '\U0001DA85-\U0001DA8B\U0001E14F\U0001E2FF\U0001E5FF\U0001E95E\U0001E95F\U0001ECAC\U0001ECB0\U0001ED2E'
      '\U0001EEF0\U0001EEF1\U0001F000-\U0001F02B\U0001F030-\U0001F093\U0001F0A0-\U0001F0AE\U0001F0B1-\U0001F0BF'
      '\U0001F0C1-\U0001F0CF\U0001F0D1-\U0001F0F5\U0001F10D-\U0001F1AD\U0001F1E6-\U0001F202\U0001F210-\U0001F23B'
      '\U0001F240-\U0001F248\U0001F250\U0001F251\U0001F260-\U0001F265\U0001F300-\U0001F6D8\U0001F6DC-\U0001F6EC'
      '\U0001F6F0-\U0001F6FC\U0001F700-\U0001F7D9\U0001F7E0-\U0001F7EB\U0001F7F0\U0001F800-\U0001F80B'
      '\U0001F810-\U0001F847\U0001F850-\U0001F859\U0001F860-\U0001F887\U0001F890-\U0001F8AD\U0001F8B0-\U0001F8BB'
      '\U0001F8C0\U0001F8C1\U0001F8D0-\U0001F8D8\U0001F900-\U0001FA57\U0001FA60-\U0001FA6D\U0001FA70-\U0001FA7C'
      '\U0001FA80-\U0001FA8A\U0001FA8E-\U0001FAC6\U0001FAC8\U0001FACD-\U0001FADC\U0001FADF-\U0001FAEA'
      '\U0001FAEF-\U0001FAF8\U0001FB00-\U0001FB92\U0001FB94-\U0001FBEF\U0001FBFA\U0001FFFE\U0001FFFF'
      '\U0002FFFE\U0002FFFF\U0003FFFE-\U000E00FF\U000E01F0-\U0010FFFF'
    ']')),
  constraint profiles_display_name_visible check (
    display_name ~ ('[^'
      '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2'
      '\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800'
      '\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F'
      '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
    ']'))
);

create table public.tasks (
  -- Made by the client, so that a request that is repeated after a lost answer adds no second task.
  id uuid primary key default gen_random_uuid(),
  title text not null,
  completed boolean not null default false,
  starred boolean not null default false,
  pinned boolean not null default false,
  emoji text,
  task_date date not null,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),

  constraint tasks_title_length check (char_length(title) between 1 and 200),
  -- At least one character that can be seen: not of [\p{Z}\p{Cc}\p{Cf}], not ignored when drawing, not the braille blank.
  constraint tasks_title_visible check (
    title ~ ('[^'
      '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2'
      '\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800'
      '\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F'
      '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
    ']')),
  constraint tasks_emoji_length check (char_length(emoji) between 1 and 10),
  -- Keycaps, flags of countries and of regions, signs that are emoji only with their selector, skin tones, and pictographs
  -- (Extended_Pictographic of Unicode 14), which take a selector or a skin tone and are joined by U+200D.
  constraint tasks_emoji_characters check (
    emoji ~ ('^(?:'
      '[0-9#*]\uFE0F\u20E3'
      '|[\U0001F1E6-\U0001F1FF]{2}'
      '|\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]+\U000E007F'
      '|[\u00A9\u00AE\u2122]\uFE0F'
      '|[\U0001F3FB-\U0001F3FF]'
      '|\u200D?['
      '\u203C\u2049\u2139\u2194-\u2199\u21A9\u21AA\u231A\u231B\u2328\u2388\u23CF\u23E9-\u23F3\u23F8-\u23FA\u24C2'
      '\u25AA\u25AB\u25B6\u25C0\u25FB-\u25FE\u2600-\u2605\u2607-\u2612\u2614-\u2685\u2690-\u2705\u2708-\u2712\u2714'
      '\u2716\u271D\u2721\u2728\u2733\u2734\u2744\u2747\u274C\u274E\u2753-\u2755\u2757\u2763-\u2767\u2795-\u2797'
      '\u27A1\u27B0\u27BF\u2934\u2935\u2B05-\u2B07\u2B1B\u2B1C\u2B50\u2B55\u3030\u303D\u3297\u3299'
      '\U0001F000-\U0001F0FF\U0001F10D-\U0001F10F\U0001F12F\U0001F16C-\U0001F171\U0001F17E\U0001F17F\U0001F18E'
      '\U0001F191-\U0001F19A\U0001F1AD-\U0001F1E5\U0001F201-\U0001F20F\U0001F21A\U0001F22F\U0001F232-\U0001F23A'
      '\U0001F23C-\U0001F23F\U0001F249-\U0001F3FA\U0001F400-\U0001F53D\U0001F546-\U0001F64F\U0001F680-\U0001F6FF'
      '\U0001F774-\U0001F77F\U0001F7D5-\U0001F7FF\U0001F80C-\U0001F80F\U0001F848-\U0001F84F\U0001F85A-\U0001F85F'
      '\U0001F888-\U0001F88F\U0001F8AE-\U0001F8FF\U0001F90C-\U0001F93A\U0001F93C-\U0001F945\U0001F947-\U0001FAFF'
      '\U0001FC00-\U0001FFFD'
      '](?:\uFE0F|[\U0001F3FB-\U0001F3FF])?'
    ')+$')),
  constraint tasks_emoji_joined check (emoji !~ '(?:^|[\u20E3\U0001F1E6-\U0001F1FF\U000E007F])\u200D'),
  constraint tasks_task_date_years check (task_date between '0001-01-01' and '9999-12-31')
);

-- A week of one user, and the foreign key.
create index tasks_user_id_task_date_idx on public.tasks (user_id, task_date);
-- What a user has left undone.
create index tasks_undone_idx on public.tasks (user_id, task_date) where completed is false;
-- A user has about a hundred tasks, whatever a sample says: statistics taken while one user had tasks would make each query of a
-- week read the whole table once it has grown.
alter table public.tasks alter column user_id set (n_distinct = -0.01);

-- How many tasks each user has, and which version of them. Changes of one user's tasks wait for each other at its row.
create table private.task_counts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  tasks integer not null,
  version uuid not null default gen_random_uuid(),
  changed_at timestamptz not null default now()
) with (fillfactor = 50); -- Room for the next version of each row on its page: no change touches the index.

-- The words of each task, folded for the search: beside the tasks, so that `select *` on tasks is no wider.
create table private.task_words (
  task_id uuid primary key references public.tasks (id) on delete cascade,
  user_id uuid not null,
  task_date date not null,
  folded text not null
);
-- A user's tasks, the newest first.
create index task_words_newest_idx on private.task_words (user_id, task_date desc, task_id);
alter table private.task_words alter column user_id set (n_distinct = -0.01);

-- What clients have deleted, for 'Undo'.
create table private.deleted_tasks (
  -- Not the account: checking that would lock it after the task, and deleting it locks the two in the other order.
  user_id uuid not null references private.task_counts (user_id) on delete cascade,
  -- Not the key alone: another user may use the same id for a task of their own.
  id uuid not null,
  deleted_at timestamptz not null default now(),
  -- The row as it was. As JSON, a later migration may add columns to tasks without a change here.
  task jsonb not null,
  primary key (user_id, id)
);
create index deleted_tasks_deleted_at_idx on private.deleted_tasks (deleted_at);

-- The hash of each feed's secret, which is 256 random bits: a copy of the database opens no feed.
create table private.calendar_feeds (
  user_id uuid primary key references auth.users (id) on delete cascade,
  secret_hash bytea not null unique,
  created_at timestamptz not null default now()
);

revoke all on public.profiles, public.tasks from public, anon, authenticated;
revoke all on all tables in schema private from public, anon, authenticated, service_role;

grant select on public.profiles to authenticated;
grant update (display_name) on public.profiles to authenticated;
grant select, delete on public.tasks to authenticated;
grant insert (id, title, completed, starred, pinned, emoji, task_date, user_id) on public.tasks to authenticated;
grant update (title, completed, starred, pinned, emoji, task_date) on public.tasks to authenticated;
grant all on public.profiles, public.tasks to service_role;

alter table public.profiles enable row level security;
alter table public.tasks enable row level security;

-- (select auth.uid()) is computed once a query; a bare auth.uid() once a row.
create policy profiles_select_own on public.profiles
  for select to authenticated using ((select auth.uid()) = id);
create policy profiles_update_own on public.profiles
  for update to authenticated using ((select auth.uid()) = id) with check ((select auth.uid()) = id);
create policy tasks_own on public.tasks
  to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
