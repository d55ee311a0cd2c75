import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readDatabaseUrl } from '../src/backend/postgres/address.ts';
import { CONNECTION_OPTIONS, faultOf } from '../src/backend/postgres/connect.ts';
import { openPool } from '../src/backend/postgres/pool.ts';
import { createApp } from '../src/backend/openApp.ts';
import { openPostgres } from '../src/backend/postgres/postgres.ts';
import { runQuietly } from '../src/backend/quietConsole.ts';
import { readMigrations } from '../src/backend/migrations.ts';
import { runAt } from '../src/testing/databaseOf.ts';
import { freePort } from '../src/testing/freePort.ts';
import { startTestServer } from '../src/testing.ts';
import { postgresForFile } from './support/postgresForFile.ts';

// A server on its own PostgreSQL. `npm run lab -- postgres` runs the suites of the embedded backend on one as well.

const { postgres, emptyDatabase, preparedDatabase } = postgresForFile();

const start = (databaseUrl: string) => startTestServer({ databaseUrl });

async function refusalOf(databaseUrl: string): Promise<string> {
  const started: unknown = await start(databaseUrl).catch((error: unknown) => error);
  if (!(started instanceof Error)) return 'it started';
  expect(started.name).toBe('StartError');
  return started.message;
}

describe('says what is wrong with a database, and never its password', () => {
  const PASSWORD = 'hunter2-of-the-operator';
  const withPassword = (address: string) => Object.assign(new URL(address), { password: PASSWORD }).href;

  test('an address where nothing listens, a wrong password, a missing database', async () => {
    const port = await freePort();
    const where = `127.0.0.1:${postgres().port}`;
    const nowhere = await refusalOf(`postgresql://owner:${PASSWORD}@127.0.0.1:${port}/space`);
    expect(nowhere).toBe(
      `No PostgreSQL answers at 127.0.0.1:${port} (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
    );
    const wrongPassword = await refusalOf(withPassword(postgres().admin));
    expect(wrongPassword).toBe(
      `PostgreSQL at ${where} does not let "owner" in: the user or the password in DATABASE_URL is wrong, or pg_hba.conf forbids it.`,
    );
    expect(await refusalOf(postgres().addressOf('planner'))).toBe(
      `There is no database "planner" at ${where}. Create it (createdb planner), or correct DATABASE_URL.`,
    );
    for (const message of [nowhere, wrongPassword]) expect(message).not.toContain(PASSWORD);
  });

  test('a database with other tables, which stays unchanged; one with an unsuitable encoding or locale', async () => {
    const taken = await emptyDatabase();
    await runAt(taken, 'create table public.invoices (id int)');
    expect(await refusalOf(taken)).toContain('already contains something else (public.invoices)');
    const schemas = "select nspname from pg_namespace where nspname in ('auth', 'private', 'better_space')";
    expect(await runAt(taken, schemas)).toEqual([]);
    const latin = await emptyDatabase("encoding 'LATIN1' locale 'C' template template0");
    expect(await refusalOf(latin)).toContain('its encoding is LATIN1: create a database with encoding UTF8');
    const plain = await emptyDatabase("locale 'C' template template0");
    expect(await refusalOf(plain)).toContain('its locale knows only ASCII letters');
  });

  test.each([
    [14, 'it is PostgreSQL 14.2, and this server supports 15 to 18'],
    [19, 'it is PostgreSQL 19.2, and this server supports 15 to 18'],
    [15, null],
    [18, null],
  ])('the version %i, if it is unsupported', (version, fault) => {
    const rest = { encoding: 'UTF8', lowers: true, standby: false, fsync: 'on' };
    const facts = { version, full: `${version}.2`, ...rest };
    expect(faultOf(facts)).toBe(fault);
  });

  test.each([
    'space',
    'mysql://127.0.0.1/space',
    'postgresql://127.0.0.1',
    `postgres://owner:${PASSWORD}@[/space`,
  ])('an invalid address: %s', (address) => {
    expect(() => readDatabaseUrl(address)).toThrow('DATABASE_URL must be the address of a database');
    expect(() => readDatabaseUrl(address)).not.toThrow(PASSWORD);
  });
});

test('two servers that start at once on an empty database prepare it once and share its secrets', async () => {
  const address = await emptyDatabase();
  const servers = await Promise.all([start(address), start(address)]);
  try {
    const [one, other] = servers;
    expect(other.publishableKey).toBe(one.publishableKey);
    expect(other.jwtSecret).toBe(one.jwtSecret);
    const history = await one.query(
      'select version from supabase_migrations.schema_migrations order by version',
    );
    expect(history.map((row) => row['version'])).toEqual(readMigrations().map(({ version }) => version));
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});

test('a database owner without superuser rights is enough', async () => {
  const owner = `planner_${randomUUID().slice(0, 8)}`;
  await postgres().run(`create role ${owner} login createrole password 'of-the-tests-only'`);
  // The roles exist already: another user has created them.
  await postgres().run(`grant anon, authenticated, service_role to ${owner}`);
  const address = new URL(await emptyDatabase(`owner ${owner}`));
  const server = await start(Object.assign(address, { username: owner }).href);
  try {
    const [anna, bert] = [await server.signUp(), await server.signUp()];
    expect(
      (await anna.client.from('tasks').insert({ title: 'Mine', task_date: '2026-11-20' })).error,
    ).toBeNull();
    expect((await anna.client.from('tasks').select('title')).data).toEqual([{ title: 'Mine' }]);
    expect((await bert.client.from('tasks').select('title')).data).toEqual([]);
  } finally {
    await server.close();
  }
});

describe('requests on one connection pool', () => {
  test('never see each other’s rows when they are concurrent, and leave no role or claims behind', async () => {
    const server = await start(await preparedDatabase());
    try {
      const people = await Promise.all(Array.from({ length: 4 }, () => server.signUp()));
      const ask = async ({ client, id }: (typeof people)[number]) => {
        const tasks = client.from('tasks');
        expect((await tasks.insert({ title: id, task_date: '2026-11-20' })).error).toBeNull();
        const { data } = await client.from('tasks').select('title').overrideTypes<{ title: string }[]>();
        return new Set(data?.map(({ title }) => title));
      };
      for (let round = 0; round < 5; round += 1) {
        const seen = await Promise.all(people.map(ask));
        expect(seen).toEqual(people.map(({ id }) => new Set([id])));
      }
      const selectContext = `select current_user as role, current_setting('request.jwt.claims', true) as claims,
        current_setting('request.jwt.claim.sub', true) as sub from pg_sleep(0.01)`;
      const connections = await Promise.all(Array.from({ length: 16 }, () => server.query(selectContext)));
      const left = connections.flat().filter(({ role, claims, sub }) => role !== 'owner' || claims || sub);
      expect(left).toEqual([]);
    } finally {
      await server.close();
    }
  });

  test('a connection that is lost during a transaction runs no further query', async () => {
    const address = await preparedDatabase();
    await runAt(
      address,
      'do $$ begin create role authenticated; exception when duplicate_object then null; end $$',
    );
    const lost: string[] = [];
    const pool = openPool(
      { ...CONNECTION_OPTIONS, connectionString: address, max: 1 },
      { getTypeParser: () => String },
      (line) => lost.push(line),
    );
    try {
      const connection = await pool.acquire();
      await connection.exec('begin');
      await connection.query("select set_config('role', 'authenticated', true)", []);
      const { rows } = await connection.query('select current_user as role, pg_backend_pid() as pid', []);
      expect(rows).toMatchObject([{ role: 'authenticated' }]);
      await runAt(address, `select pg_terminate_backend(${String(rows[0]?.['pid'])}, 5000)`);
      // It runs neither with the role of the request, nor as the owner on a new connection.
      for (let time = 0; time < 2; time += 1)
        await expect(connection.query('select current_user', [])).rejects.toThrow(/terminat|not queryable/);
      connection.release();
      expect(await pool.query('select current_user as role')).toEqual([{ role: 'owner' }]);
    } finally {
      await pool.end();
    }
  });

  test('get 503, not a missing table, if the database goes away before its tables are known', async () => {
    const settings = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
    const { app, database, secrets } = await openPostgres({
      address: await preparedDatabase(),
      durability: 'strict',
      createApp: (opened, made) => createApp(opened, made, settings),
      log: () => {},
      reportFault: () => {},
    });
    const headers = { apikey: secrets.publishableKey };
    const request = new Request('http://127.0.0.1/rest/v1/tasks?select=id', { headers });
    try {
      await database.connection.clearSchemaCache();
      await postgres().kill();
      const response = await runQuietly(
        () => {},
        () => app.fetch(request),
      );
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 503,
        body: expect.objectContaining({ code: 'PGRST001' }) as object,
      });
    } finally {
      await postgres().start();
      await database.close();
    }
  });

  test('get 503 while the database is down, and succeed on the same server when it is back', async () => {
    const address = await preparedDatabase();
    const faults: string[] = [];
    const server = await startTestServer({
      databaseUrl: address,
      durability: 'strict',
      reportFault: (line) => faults.push(line),
    });
    try {
      const { data } = await (await server.signUp()).client.auth.getSession();
      const headers = {
        apikey: server.publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
      };
      const read = async () => (await fetch(`${server.origin}/rest/v1/tasks?select=id`, { headers })).status;
      await postgres().kill();
      expect(await read()).toBe(503);
      await postgres().start();
      await expect.poll(read).toBe(200);
      expect(faults.join()).not.toContain('of-the-tests-only');
    } finally {
      await server.close();
    }
  });
});
