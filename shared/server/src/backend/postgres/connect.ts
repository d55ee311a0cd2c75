import { Client, type ClientConfig } from 'pg';
import { startError, type StartError } from '../../startError.ts';
import { placeOf } from './address.ts';
import { codeOf } from './pool.ts';

const OLDEST = 15;
const NEWEST = 18;

/** What is asked of every connection. A person's question is over in milliseconds; what hangs must not hold up the others. */
export const BOUNDS: ClientConfig = {
  application_name: 'better-space',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Why a PostgreSQL cannot be used, in a sentence for its operator. No password is in it. */
function refusal(address: string, setting: string, error: unknown): StartError {
  const { where, user, database } = placeOf(address);
  const code = codeOf(error);
  const words = error instanceof Error ? error.message : String(error);
  if (code === '28P01' || code === '28000' || /password must be|SASL/.test(words))
    return startError(
      `PostgreSQL at ${where} does not let "${user}" in: the user or the password in ${setting} is wrong, or pg_hba.conf forbids it.`,
    );
  if (code === '3D000')
    return startError(
      `There is no database "${database}" at ${where}. Make it (createdb ${database}), or correct ${setting}.`,
    );
  if (code === '53300')
    return startError(`PostgreSQL at ${where} has no connection left: raise its max_connections.`);
  if (/^(ECONN|ENOTFOUND|ENOENT|EAI_|EHOST|ENET|ETIMEDOUT|EACCES|57P03)/.test(code) || /timeout/.test(words))
    return startError(`No PostgreSQL answers at ${where} (${code}). Start it, or correct ${setting}.`);
  return startError(`The database of ${setting} at ${where} cannot be used: ${words}.`);
}

interface Facts {
  version: number;
  full: string;
  encoding: string;
  /** Whether its locale knows letters besides those of ASCII: a search compares without case. */
  lowers: boolean;
  standby: boolean;
  fsync: string;
}

const FACTS = `
  select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as full,
    pg_encoding_to_char(encoding) as encoding, pg_is_in_recovery() as standby, current_setting('fsync') as fsync
  from pg_database where datname = current_database()`;

const LETTERS = "select lower('Ё') = 'ё' as lowers";

/**
 * Connects to a database once, for what is done at a start or by a command. Takes the address, and the name of the setting that holds it.
 * Throws a StartError for what this server cannot use.
 */
export async function connectOnce(
  address: string,
  setting = 'DATABASE_URL',
): Promise<{ client: Client; isDurable: boolean }> {
  const client = new Client({ ...BOUNDS, statement_timeout: 0, connectionString: address });
  // What is asked next is refused, and says why.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Omit<Facts, 'lowers'>>(FACTS);
    const facts = rows[0];
    // In another encoding there may be no such letter to ask for.
    const letters =
      facts?.encoding === 'UTF8' ? await client.query<Pick<Facts, 'lowers'>>(LETTERS) : undefined;
    const lowers = letters?.rows[0]?.lowers ?? false;
    const fault = facts === undefined ? 'it does not say what it is' : faultOf({ ...facts, lowers });
    if (fault !== null) {
      const { where } = placeOf(address);
      throw startError(`The database of ${setting} at ${where} cannot be used: ${fault}.`);
    }
    return { client, isDurable: facts?.fsync === 'on' };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error instanceof Error && error.name === 'StartError' ? error : refusal(address, setting, error);
  }
}

/** Why this server cannot use what a database says of itself; null where it can. */
export function faultOf({ version, full, encoding, lowers, standby }: Facts): string | null {
  if (version < OLDEST || version > NEWEST)
    return `it is PostgreSQL ${full}, and this server knows ${OLDEST} to ${NEWEST}`;
  if (encoding !== 'UTF8') return `its encoding is ${encoding}: make one with encoding UTF8`;
  if (!lowers)
    return 'its locale knows the letters of ASCII alone: make one with another (createdb --template=template0 --locale=C.UTF-8)';
  return standby ? 'it is a standby, which takes no changes: name the primary' : null;
}
