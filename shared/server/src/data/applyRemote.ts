import type { Transaction } from '../backend/database.ts';
import { roleOf } from './remoteNames.ts';
import type { Statement } from './statements.ts';

/** The site's functions that a remote's tables may use as triggers. */
const TRIGGER_FUNCTIONS = 'private.limit_rows(), private.keep_columns(), private.keep_creation_time()';

/** SQL that temporarily lets the role create tables. Afterwards it owns them, and has no other right. */
const grantRights = (role: string) => `
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

const revokeRights = (role: string) => `
  drop schema remote_work cascade;
  grant usage on language plpgsql, sql to public;
  revoke execute on function ${TRIGGER_FUNCTIONS} from ${role};
  revoke references (id) on auth.users, public.profiles from ${role};
  revoke usage on schema auth, private from ${role};
  revoke create on schema public from ${role};`;

/** A statement that the database rejected, with the database's message. */
export interface FailedStatement extends Error {
  name: 'FailedStatement';
  line: number;
}

export const isFailedStatement = (value: unknown): value is FailedStatement =>
  value instanceof Error && value.name === 'FailedStatement';

/**
 * Runs work of a remote inside a transaction, as a role that owns only its tables. Each statement runs inside a function
 * with that role's rights, where it cannot change the role, end the transaction or create a function.
 *
 * Takes the transaction, the remote, and the work, which gets a function that runs statements. Throws FailedStatement for
 * the first that the database rejects; the transaction is then aborted.
 */
export async function asRemote<T>(
  transaction: Transaction,
  remote: string,
  work: (run: (statements: readonly Statement[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  const role = roleOf(remote);
  await transaction.exec(grantRights(role));
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
  await transaction.exec(revokeRights(role));
  return result;
}
