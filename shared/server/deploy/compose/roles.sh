#!/bin/sh
# Creates the roles of GoTrue and PostgREST in a new database, like those of a hosted project before its first migration.
# PostgREST logs in as the authenticator, which has no rights of its own and becomes anon or authenticated for each request.
# No login role can become service_role.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 \
  --set auth_password="$AUTH_PASSWORD" --set rest_password="$REST_PASSWORD" <<'END'
begin;
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator login noinherit password :'rest_password';
grant anon, authenticated to authenticator;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

create role supabase_auth_admin login noinherit password :'auth_password';
create schema auth authorization supabase_auth_admin;
alter role supabase_auth_admin set search_path = auth;

-- Owns our tables and functions. GoTrue's tables have row-level security without policies: these functions bypass it.
create role migrator nologin bypassrls;
select format('grant create on database %I to migrator, supabase_auth_admin', current_database()) \gexec
grant usage, create on schema public to migrator;
grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, migrator;
commit;
END
