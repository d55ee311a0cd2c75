import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { TEMPLATE, runAt } from '../../src/testing/databaseOf.ts';
import { makeTemplate, startPostgres, type TestPostgres } from '../../src/testing/postgres.ts';

/**
 * Starts a PostgreSQL for a test file and stops it at the end of the file. Returns it, and functions that create
 * databases in it. `hasTemplate`: whether the file calls `preparedDatabase`.
 */
export function postgresForFile({ hasTemplate = true } = {}) {
  let started: TestPostgres | undefined;
  beforeAll(async () => {
    started = await startPostgres();
    if (hasTemplate) await makeTemplate(started);
  });
  afterAll(() => started?.stop());
  const postgres = () => {
    if (!started) throw new Error('PostgreSQL has not started');
    return started;
  };
  async function emptyDatabase(options = ''): Promise<string> {
    const name = `space_${randomUUID().replaceAll('-', '')}`;
    await runAt(postgres().admin, `create database ${name} ${options}`);
    return postgres().addressOf(name);
  }
  /** Copies a database that a server has already prepared, which takes a tenth of the time. */
  const preparedDatabase = () => emptyDatabase(`template ${TEMPLATE}`);
  return { postgres, emptyDatabase, preparedDatabase };
}
