import { createHash } from 'node:crypto';

/** A prepared, empty database in the test cluster: copying it is ten times as fast as creating one. */
export const TEMPLATE = 'space_template';

/**
 * The database that belongs to a data directory if the tests run on PostgreSQL: `npm run lab -- postgres` sets TEST_POSTGRES
 * to the cluster. The first call creates it. Undefined: the embedded database is used.
 */
export async function databaseOf(dataDir: string): Promise<string | undefined> {
  const admin = process.env['TEST_POSTGRES'];
  if (!admin) return undefined;
  const name = `space_${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  const known = await runAt(admin, `select from pg_database where datname = '${name}'`);
  if (known.length === 0) await runAt(admin, `create database ${name} template ${TEMPLATE}`);
  return Object.assign(new URL(admin), { pathname: `/${name}` }).href;
}

/** Runs SQL in a database. Takes its URL. Returns the rows. */
export async function runAt(
  address: string,
  sql: string,
  parameters: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const { Client } = await import('pg'); // most tests do not need it
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, parameters);
    return rows;
  } finally {
    await client.end();
  }
}
