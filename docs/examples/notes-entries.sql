-- A table of the remote `notes`, in one of its migrations (docs/own-a-remote.md, 'Data of your own').
-- Each row belongs to one person, goes with their account, and is seen by no one else.

create table public.notes_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);

-- Begins with the owner: every question is about one person's rows.
create index notes_entries_user_id_created_at_idx on public.notes_entries (user_id, created_at);

-- A hosted project may open what is new to every client.
revoke all on public.notes_entries from public, anon, authenticated;
grant select, delete on public.notes_entries to authenticated;
grant insert (id, text), update (text) on public.notes_entries to authenticated;

alter table public.notes_entries enable row level security;
create policy notes_entries_select on public.notes_entries
  for select to authenticated using ((select auth.uid()) = user_id);
create policy notes_entries_insert on public.notes_entries
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy notes_entries_update on public.notes_entries
  for update to authenticated using ((select auth.uid()) = user_id);
create policy notes_entries_delete on public.notes_entries
  for delete to authenticated using ((select auth.uid()) = user_id);

-- 5,000 rows of 8 kB for each person.
create trigger notes_entries_limit before insert or update on public.notes_entries
  for each row execute function private.limit_rows('user_id');
