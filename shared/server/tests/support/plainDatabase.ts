import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { copyNewCluster } from '../../src/backend/newCluster.ts';
import { START_PARAMETERS } from '../../src/backend/startParameters.ts';
import { makeScratch } from '../../src/testing/scratch.ts';

/** An empty database, as far as tests use it. */
export type PlainDatabase = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

/** Creates an empty database, which `close` deletes. */
export async function createPlainDatabase(): Promise<PlainDatabase> {
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
