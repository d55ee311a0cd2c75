import { Client, type ClientConfig } from 'pg';
import { startError, type StartError } from '../../startError.ts';
import { parseAddress } from './address.ts';
import { codeOf } from './pool.ts';

const OLDEST_VERSION = 15;
const NEWEST_VERSION = 18;

/** Options of every connection. A user's query takes milliseconds; one that hangs must not block the others. */
export const CONNECTION_OPTIONS: ClientConfig = {
  application_name: 'better-space',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Creates the error for a connection that failed: a sentence for the operator, without the password. */
function explain(address: string, setting: string, error: unknown): StartError {
  const { server, user, database } = parseAddress(address);
  const code = codeOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  if (code === '28P01' || code === '28000' || /password must be|SASL/.test(reason))
    return startError(
      `PostgreSQL at ${server} does not let "${user}" in: the user or the password in ${setting} is wrong, or pg_hba.conf forbids it.`,
    );
  if (code === '3D000')
    return startError(
      `There is no database "${database}" at ${server}. Create it (createdb ${database}), or correct ${setting}.`,
    );
  if (code === '53300')
    return startError(`PostgreSQL at ${server} has no connection left: raise its max_connections.`);
  if (/^(ECONN|ENOTFOUND|ENOENT|EAI_|EHOST|ENET|ETIMEDOUT|EACCES|57P03)/.test(code) || /timeout/.test(reason))
    return startError(`No PostgreSQL answers at ${server} (${code}). Start it, or correct ${setting}.`);
  return startError(`The database of ${setting} at ${server} cannot be used: ${reason}.`);
}

interface ServerFacts {
  version: number;
  full: string;
  encoding: string;
  /** Whether its locale lowercases letters beyond ASCII: the search ignores case. */
  lowers: boolean;
  standby: boolean;
  fsync: string;
}

const FACTS = `
  select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as full,
    pg_encoding_to_char(encoding) as encoding, pg_is_in_recovery() as standby, current_setting('fsync') as fsync
  from pg_database where datname = current_database()`;

const LOWERCASES = "select lower('Ё') = 'ё' as lowers";

/**
 * Opens a single connection, for work at a start or in a command. Takes the address, and the name of the setting that
 * holds it. Throws a StartError if this server cannot use the database.
 */
export async function connectOnce(
  address: string,
  setting = 'DATABASE_URL',
): Promise<{ client: Client; isDurable: boolean }> {
  const client = new Client({ ...CONNECTION_OPTIONS, statement_timeout: 0, connectionString: address });
  // The next query on this connection rejects with the reason.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Omit<ServerFacts, 'lowers'>>(FACTS);
    const facts = rows[0];
    // Another encoding may not contain the letter that this query uses.
    const letters =
      facts?.encoding === 'UTF8' ? await client.query<Pick<ServerFacts, 'lowers'>>(LOWERCASES) : undefined;
    const lowers = letters?.rows[0]?.lowers ?? false;
    const fault = facts === undefined ? 'it does not report its version' : faultOf({ ...facts, lowers });
    if (fault !== null) {
      const { server } = parseAddress(address);
      throw startError(`The database of ${setting} at ${server} cannot be used: ${fault}.`);
    }
    return { client, isDurable: facts?.fsync === 'on' };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error instanceof Error && error.name === 'StartError' ? error : explain(address, setting, error);
  }
}

/** Returns why this server cannot use a database with these properties, or null if it can. */
export function faultOf({ version, full, encoding, lowers, standby }: ServerFacts): string | null {
  if (version < OLDEST_VERSION || version > NEWEST_VERSION)
    return `it is PostgreSQL ${full}, and this server supports ${OLDEST_VERSION} to ${NEWEST_VERSION}`;
  if (encoding !== 'UTF8') return `its encoding is ${encoding}: create a database with encoding UTF8`;
  if (!lowers)
    return 'its locale knows only ASCII letters: create a database with another locale (createdb --template=template0 --locale=C.UTF-8)';
  return standby ? 'it is a standby, which accepts no changes: name the primary' : null;
}
