import type { Transaction } from '../backend/database.ts';
import { roleOf } from './remoteNames.ts';
import type { Statement } from './statements.ts';

/** Of the site's functions, those that a remote's tables may have as triggers. */
const TRIGGER_FUNCTIONS = 'private.limit_rows(), private.keep_columns(), private.keep_creation_time()';

/** Lets the role create tables of its own for a while. It owns them afterwards, and has no other right. */
const open = (role: string) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
  end $$;
  grant create on schema public to ${role};
  grant usage on schema auth, private to ${role};
  grant references (id) on auth.users, public.profiles to ${role};
  grant execute on function ${TRIGGER_FUNCTIONS} to ${role};
  revoke usage on language plpgsql, sql from public;
  create schema remote_work;
  create function remote_work.run(statement text) returns void
    language plpgsql security definer set search_path = public as $$ begin execute statement; end $$;
  alter function remote_work.run(text) owner to ${role};
  grant usage on schema remote_work to ${role};`;

const close = (role: string) => `
  drop schema remote_work cascade;
  grant usage on language plpgsql, sql to public;
  revoke execute on function ${TRIGGER_FUNCTIONS} from ${role};
  revoke references (id) on auth.users, public.profiles from ${role};
  revoke usage on schema auth, private from ${role};
  revoke create on schema public from ${role};`;

/** A statement that the database refused, with its words. */
export interface FailedStatement extends Error {
  name: 'FailedStatement';
  line: number;
}

export const isFailedStatement = (value: unknown): value is FailedStatement =>
  value instanceof Error && value.name === 'FailedStatement';

/**
 * Runs work of a remote inside a transaction, as a role that owns its tables and nothing else. A function with that
 * role's rights runs each statement: in one no statement changes the role, ends the transaction or writes a function.
 *
 * Takes the transaction, the remote, and the work, which gets what runs statements; throws FailedStatement for the first
 * that the database refuses: the transaction is then over.
 */
export async function asRemote<T>(
  transaction: Transaction,
  remote: string,
  work: (run: (statements: readonly Statement[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  const role = roleOf(remote);
  await transaction.exec(open(role));
  const result = await work(async (statements) => {
    for (const { sql, line } of statements) {
      try {
        await transaction.query('select remote_work.run($1)', [sql]);
      } catch (error) {
        const { message } = error instanceof Error ? error : new Error(String(error));
        throw Object.assign(new Error(message, { cause: error }), { name: 'FailedStatement' as const, line });
      }
    }
  });
  await transaction.exec(close(role));
  return result;
}
