-- 'Delete account' (rule own-data): a signed-in user, and no one else, deletes the account they are signed in to.
--
-- It runs as its owner, because no client has a right to auth.users. It takes no argument, so that there is no one
-- else to name: whose account goes is said by the token alone. What hangs on the account (profile, tasks, sessions,
-- identities) goes by the foreign keys' own ON DELETE CASCADE, in the same transaction.
--
-- Calling it again with the same token, which stays valid until it runs out, deletes nothing and is no error: anyone who
-- lost the first answer asks again and hears that the account is gone.

create function public.delete_account() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in user can delete an account' using errcode = 'insufficient_privilege';
  end if;
  delete from auth.users where id = caller;
end
$$;

revoke all on function public.delete_account() from public, anon, authenticated, service_role;
grant execute on function public.delete_account() to authenticated;
