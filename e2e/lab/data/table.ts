import { randomUUID } from 'node:crypto';
import { startTestServer, type TestServer } from '@space/server/testing';
import { memoryStorage } from '@space/supabase/testing';
import { createBackend } from '@space/supabase/backend';
import { safeStorage, type Backend } from '@space/supabase';
import { analyseEarly, fillTable, WEEK, type Owner } from './fillTable.ts';

/** The embedded backend with a full table of tasks, and people who are signed in to it. */
export interface Table {
  rows: number;
  server: TestServer;
  people: readonly Person[];
  close(): Promise<void>;
}

export interface Person extends Owner {
  backend: Backend;
  /** Requests the week as the planner does: through the repository, over HTTP. */
  requestWeek(): Promise<unknown>;
}

/** PostgreSQL's statistics of the table: none, or those from when one person had tasks. */
export type Statistics = 'none' | 'early';

/**
 * Starts the embedded backend on a new database and fills the table with `rows` tasks. `tasksOfPeople`: one user for each
 * number, with that many of the tasks.
 */
export async function openTable(
  rows: number,
  tasksOfPeople: readonly number[],
  statistics: Statistics,
): Promise<Table> {
  const server = await startTestServer();
  const people: Person[] = [];
  const close = async () => {
    for (const { backend } of people) backend.dispose();
    await server.close();
  };
  try {
    for (const tasks of tasksOfPeople) people.push(await signUp(server, tasks));
    if (statistics !== 'none') await analyseEarly(server.query, (await signUp(server, 0)).id);
    await fillTable(server.query, rows, people);
    return { rows, server, people, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function signUp(server: TestServer, tasks: number): Promise<Person> {
  const backend = createBackend({
    url: server.origin,
    key: server.publishableKey,
    storage: safeStorage(memoryStorage()),
    tabStorage: safeStorage(memoryStorage()),
  });
  const user = await backend.auth.signUp({ email: `${randomUUID()}@example.com`, password: 'Passw0rd!' });
  if (!user) throw new Error('The server asks for a confirmation');
  return {
    id: user.id,
    tasks,
    backend,
    requestWeek: () => backend.tasks.listBetween(WEEK.from, WEEK.to),
  };
}
