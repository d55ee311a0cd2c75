import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { TEMPLATE, runAt } from '../../src/testing/databaseOf.ts';
import { makeTemplate, startPostgres, type TestPostgres } from '../../src/testing/postgres.ts';

/**
 * Starts a PostgreSQL for a test file, and ends it with the file. Returns it, and what makes databases in it. `hasTemplate`: whether any of
 * them is to be a prepared one.
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
  /** One that a server has prepared before, which takes a tenth of the time. */
  const preparedDatabase = () => emptyDatabase(`template ${TEMPLATE}`);
  return { postgres, emptyDatabase, preparedDatabase };
}
