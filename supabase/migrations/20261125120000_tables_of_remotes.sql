-- What the tables of remotes have in common: a limit of what one person may keep in each of them, and a
-- list of them for 'Download everything' (rule own-data). The tables themselves are their remotes' own.

-- The trigger that each of those tables has, with the column of its owner for an argument:
--   create trigger … before insert or update on … for each row execute function private.limit_rows('user_id');
-- 5,000 rows for each person, of 8 kB each as text. The index on the owner counts them, and counting ends at the limit.
-- It runs as its owner, so that it counts whatever the client may read.
create function private.limit_rows() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  is_full boolean;
begin
  if octet_length(new::text) > 8192 then
    raise exception 'An entry may have 8 kB at most.' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    execute format('select exists (select from %s where %I = ($1::%1$s).%2$I offset 4999)', tg_relid::regclass, tg_argv[0])
      into is_full using new;
    if is_full then
      raise exception 'You have reached the limit of 5,000 entries. Delete some to add new ones.'
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end
$$;

revoke all on function private.limit_rows() from public, anon, authenticated;

-- The names of those tables, as a JSON array. It reads the catalog alone, with its caller's rights.
create function public.own_tables() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(distinct relation.relname order by relation.relname), '[]')
    from pg_catalog.pg_trigger as held
    join pg_catalog.pg_class as relation on relation.oid = held.tgrelid
    join pg_catalog.pg_namespace as place on place.oid = relation.relnamespace and place.nspname = 'public'
    join pg_catalog.pg_proc as rule on rule.oid = held.tgfoid and rule.proname = 'limit_rows'
    join pg_catalog.pg_namespace as home on home.oid = rule.pronamespace and home.nspname = 'private'
$$;

revoke all on function public.own_tables() from public, anon, authenticated, service_role;
grant execute on function public.own_tables() to authenticated;
