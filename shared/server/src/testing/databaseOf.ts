import { createHash } from 'node:crypto';

/** A prepared, empty database of a cluster for tests: copying it takes a tenth of the time of making one. */
export const TEMPLATE = 'space_template';

/**
 * The database of a data directory, where a run of tests is one on PostgreSQL: `npm run lab -- postgres` names the cluster in
 * TEST_POSTGRES. It is made when it is asked for first. Undefined: the embedded database.
 */
export async function databaseOf(dataDir: string): Promise<string | undefined> {
  const admin = process.env['TEST_POSTGRES'];
  if (!admin) return undefined;
  const name = `space_${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  const known = await runAt(admin, `select from pg_database where datname = '${name}'`);
  if (known.length === 0) await runAt(admin, `create database ${name} template ${TEMPLATE}`);
  return Object.assign(new URL(admin), { pathname: `/${name}` }).href;
}

/** Runs SQL in a database. Returns the rows of its last statement. */
export async function runAt(
  address: string,
  sql: string,
  parameters: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const { Client } = await import('pg'); // most tests have no use for it
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, parameters);
    return rows;
  } finally {
    await client.end();
  }
}
