import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pLimit from 'p-limit';
import { Client } from 'pg';
import { copyNewCluster } from '../../src/backend/newCluster.ts';
import { START_PARAMETERS } from '../../src/backend/startParameters.ts';
import { runAt } from '../../src/testing/databaseOf.ts';
import { makeScratch } from '../../src/testing/scratch.ts';

/** An empty database as far as tests use it: PGlite, or the PostgreSQL of TEST_POSTGRES (`npm run lab -- postgres`). */
export type PlainDatabase = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

async function createEmbedded(): Promise<PlainDatabase> {
  const folder = makeScratch('space-plain-');
  const dataDir = join(folder, 'database');
  await copyNewCluster(dataDir);
  const database = await PGlite.create({ dataDir, startParams: START_PARAMETERS });
  const close = database.close.bind(database);
  database.close = async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  };
  return database;
}

export async function createPlainDatabase(): Promise<PlainDatabase> {
  const admin = process.env['TEST_POSTGRES'];
  if (!admin) return createEmbedded();
  const name = `plain_${randomUUID().replaceAll('-', '')}`;
  await runAt(admin, `create database ${name}`);
  const client = new Client({
    connectionString: Object.assign(new URL(admin), { pathname: `/${name}` }).href,
  });
  await client.connect();
  // One query or transaction at a time, like PGlite.
  const oneAtATime = pLimit(1);
  const runQuery = async (sql: string, parameters: unknown[] = []) => {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(sql, parameters);
    return { rows, affectedRows: rowCount ?? 0, fields: [] };
  };
  const database = {
    query: (sql: string, parameters?: unknown[]) => oneAtATime(() => runQuery(sql, parameters)),
    exec: (sql: string) => oneAtATime(() => client.query(sql)),
    transaction: (work: (transaction: object) => Promise<unknown>) =>
      oneAtATime(async () => {
        await client.query('begin');
        try {
          const result = await work({ query: runQuery, exec: (sql: string) => client.query(sql) });
          await client.query('commit');
          return result;
        } catch (error) {
          await client.query('rollback');
          throw error;
        }
      }),
    close: () => client.end(),
  };
  return database as unknown as PlainDatabase; // it has the methods that the tests call
}
