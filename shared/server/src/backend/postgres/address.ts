import { startError } from '../../startError.ts';

/**
 * Reads the address of a database, that of DATABASE_URL or of another setting. Throws a StartError, which never repeats it: a password may
 * be in it.
 */
export function readDatabaseUrl(text: string, setting = 'DATABASE_URL'): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return text;
  throw startError(
    `${setting} must be the address of a database: postgresql://user:password@host:5432/name. What is not a letter or digit in a password is written as %40 and the like.`,
  );
}

/** What may be shown of the address of a database: where it is and what it is called. */
export function placeOf(address: string): { where: string; user: string; database: string } {
  const { hostname, port, username, pathname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return {
    where: host.startsWith('/') ? host : `${host || 'localhost'}:${port || '5432'}`,
    user: decodeURIComponent(username) || (process.env['PGUSER'] ?? ''),
    database: decodeURIComponent(pathname.slice(1)),
  };
}

/** A database in a few words, without its password. */
export function inWords(address: string): string {
  const { where, user, database } = placeOf(address);
  return `${database} of PostgreSQL at ${where}${user === '' ? '' : `, as ${user}`}`;
}
