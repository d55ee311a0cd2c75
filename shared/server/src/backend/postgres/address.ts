import { startError } from '../../startError.ts';

/**
 * Validates the address of a database. Takes the address and the setting that it comes from. Throws a StartError, which
 * never repeats the address: it may contain a password.
 */
export function readDatabaseUrl(text: string, setting = 'DATABASE_URL'): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return text;
  throw startError(
    `${setting} must be the address of a database: postgresql://user:password@host:5432/name. Percent-encode all but letters and digits of a password (%40 and the like).`,
  );
}

/** The parts of a database's address that may be shown: host and port (or socket), user, and database name. No password. */
export function parseAddress(address: string): { server: string; user: string; database: string } {
  const { hostname, port, username, pathname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return {
    server: host.startsWith('/') ? host : `${host || 'localhost'}:${port || '5432'}`,
    user: decodeURIComponent(username) || (process.env['PGUSER'] ?? ''),
    database: decodeURIComponent(pathname.slice(1)),
  };
}

/** Describes a database in a few words, without its password. */
export function describeDatabase(address: string): string {
  const { server, user, database } = parseAddress(address);
  return `${database} of PostgreSQL at ${server}${user === '' ? '' : `, as ${user}`}`;
}
