#!/bin/sh
# Applies the migrations of a folder that the database lacks, each in one transaction: sh migrate.sh <folder>
# It connects with PGHOST and the other variables of libpq, as superuser, after GoTrue has created its tables. The history
# table is that of the Supabase CLI, so `supabase db push --db-url` can continue from it.
set -eu
run_psql() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }

run_psql <<'END'
grant select, delete, references, trigger on auth.users to migrator;
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key, statements text[], name text
);
END
applied=" $(run_psql --command 'select version from supabase_migrations.schema_migrations' | tr '\n' ' ')"
for file in "$1"/*.sql; do
  MIGRATION=$(basename "$file" .sql)
  case "$applied" in *" ${MIGRATION%%_*} "*) continue ;; esac
  export MIGRATION file
  echo "$MIGRATION"
  run_psql --single-transaction --file - <<'END'
\set migration_file `echo "$file"`
\set migration_text `cat "$file"`
\set migration_version `echo "${MIGRATION%%_*}"`
\set migration_name `echo "${MIGRATION#*_}"`
set local role migrator;
\i :migration_file
reset role;
insert into supabase_migrations.schema_migrations (version, statements, name)
  values (:'migration_version', array[:'migration_text'], :'migration_name');
END
done
run_psql --command "notify pgrst, 'reload schema'"
