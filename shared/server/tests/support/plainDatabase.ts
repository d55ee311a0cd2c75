import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pLimit from 'p-limit';
import { Client } from 'pg';
import { layOutCluster } from '../../src/backend/newCluster.ts';
import { START_PARAMETERS } from '../../src/backend/startParameters.ts';
import { runAt } from '../../src/testing/databaseOf.ts';
import { makeScratch } from '../../src/testing/scratch.ts';

/** What is asked of an empty database: PGlite, or the PostgreSQL of TEST_POSTGRES (`npm run lab -- postgres`). */
export type PlainDatabase = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

async function createEmbedded(): Promise<PlainDatabase> {
  const folder = makeScratch('space-plain-');
  const dataDir = join(folder, 'database');
  await layOutCluster(dataDir);
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
  // One thing at a time, as PGlite does it.
  const inTurn = pLimit(1);
  const ask = async (sql: string, parameters: unknown[] = []) => {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(sql, parameters);
    return { rows, affectedRows: rowCount ?? 0, fields: [] };
  };
  const database = {
    query: (sql: string, parameters?: unknown[]) => inTurn(() => ask(sql, parameters)),
    exec: (sql: string) => inTurn(() => client.query(sql)),
    transaction: (work: (transaction: object) => Promise<unknown>) =>
      inTurn(async () => {
        await client.query('begin');
        try {
          const result = await work({ query: ask, exec: (sql: string) => client.query(sql) });
          await client.query('commit');
          return result;
        } catch (error) {
          await client.query('rollback');
          throw error;
        }
      }),
    close: () => client.end(),
  };
  return database as unknown as PlainDatabase; // as far as these tests ask
}
