-- Tasks that are added by one request keep the order in which they were sent.
--
-- A day is ordered by created_at, which is the time of the transaction and so the same for all rows of a request: each
-- further row is one microsecond later. The number of rows is a setting of the transaction alone. clock_timestamp() would not
-- do: the embedded engine's clock has milliseconds.
create or replace function private.keep_creation_time() returns trigger
  language plpgsql security invoker set search_path = '' as $$
declare
  added integer := coalesce(nullif(current_setting('better_space.added', true), ''), '0');
begin
  if current_user in ('anon', 'authenticated') then
    if new.created_at is distinct from now() then
      raise exception 'column "created_at" of table "%" cannot be set', tg_table_name
        using errcode = 'insufficient_privilege';
    end if;
    new.created_at := now() + added * interval '1 microsecond';
    perform set_config('better_space.added', (added + 1)::text, true);
  end if;
  return new;
end
$$;
