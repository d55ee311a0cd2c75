import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_PATHS } from '../src/gateway/endpoints.ts';
import { startHostedSite } from '../src/index.ts';
import { repositoryRoot } from '../src/paths.ts';
import { runAt } from '../src/testing/databaseOf.ts';
import { startGateway } from '../src/testing/nginx.ts';
import { startPostgres, type TestPostgres } from '../src/testing/postgres.ts';

// The scripts of deploy/compose on a real PostgreSQL, and its nginx in front of servers that echo their requests.

const COMPOSE = join(repositoryRoot, 'shared/server/deploy/compose');

describe('the database', () => {
  /** The objects from GoTrue's migrations that our migrations use. */
  const GOTRUE = `
    create table auth.users (id uuid primary key, email text, raw_user_meta_data jsonb, created_at timestamptz);
    alter table auth.users enable row level security;
    create function auth.uid() returns uuid language sql stable as
      $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;`;
  const ANNA = 'aaaaaaaa-0000-4000-8000-000000000001';

  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.stop());

  function runScript(name: string, ...args: string[]): string {
    const { hostname, port, username, password } = new URL(postgres.admin);
    const env = {
      PATH: `${postgres.programs}:${process.env['PATH']}`,
      ...{ PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: 'postgres' },
      ...{ AUTH_PASSWORD: 'of-auth', REST_PASSWORD: 'of-rest' },
    };
    return execFileSync('sh', [join(COMPOSE, name), ...args], { env, encoding: 'utf8', stdio: 'pipe' });
  }
  const addressFor = (username: string, password: string) =>
    Object.assign(new URL(postgres.admin), { username, password }).href;
  const asAuth = (sql: string) => runAt(addressFor('supabase_auth_admin', 'of-auth'), sql);

  /** Runs a query as PostgREST does: as the authenticator, which takes on a role for one transaction. */
  async function asRest(role: string, sql: string) {
    const client = new Client({ connectionString: addressFor('authenticator', 'of-rest') });
    await client.connect();
    try {
      await client.query('begin');
      await client.query(`set local role ${role}`);
      const claims = JSON.stringify({ role, ...(role === 'anon' ? {} : { sub: ANNA }) });
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      const { rows } = await client.query<Record<string, unknown>>(sql);
      await client.query('commit');
      return rows;
    } finally {
      await client.end();
    }
  }

  test('roles.sh and migrate.sh prepare a database like that of a hosted project, with the rights of its users', async () => {
    runScript('roles.sh');
    await asAuth(GOTRUE);
    const names = runScript('migrate.sh', join(repositoryRoot, 'supabase/migrations')).trim().split('\n');
    expect(names[0]).toBe('20261120090000_create_profiles_and_tasks');
    expect(runScript('migrate.sh', join(repositoryRoot, 'supabase/migrations')).trim()).toBe('');

    await asAuth(`insert into users (id, raw_user_meta_data) values ('${ANNA}', '{"name": "Anna"}')`);
    expect(await asRest('authenticated', 'select display_name from profiles')).toEqual([
      { display_name: 'Anna' },
    ]);
    const added = `insert into tasks (title, task_date) values ('Water', '2026-11-16') returning user_id`;
    expect(await asRest('authenticated', added)).toEqual([{ user_id: ANNA }]);
    await expect(asRest('anon', 'select from tasks')).rejects.toThrow(/permission denied/);
    await expect(asRest('service_role', 'select 1')).rejects.toThrow(/permission denied to set role/);
    await asRest('authenticated', 'select delete_account()');
    expect(await asAuth('select id from users')).toEqual([]);
    const history = await postgres.run(
      "select version, name, array_to_string(statements, '') as sql from supabase_migrations.schema_migrations order by 1",
    );
    expect(history.map(({ version, name }) => `${String(version)}_${String(name)}`)).toEqual(names);
    expect(history[0]?.['sql']).toContain('create table public.profiles');
  });

  test('a migration that fails is not recorded as applied', async () => {
    const folder = join(repositoryRoot, 'docs/examples');
    // The file name has no timestamp, and the tables that it references exist: it is applied once.
    expect(runScript('migrate.sh', folder)).toContain('notes-entries');
    await postgres.run(`delete from supabase_migrations.schema_migrations where version = 'notes-entries'`);
    expect(() => runScript('migrate.sh', folder)).toThrow(/relation "notes_entries" already exists/);
    const rows = await postgres.run(
      `select from supabase_migrations.schema_migrations where version = 'notes-entries'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the gateway', () => {
  let servers: Server[] = [];
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  beforeAll(async () => {
    /** Starts a server that responds with its name and the request. Returns its port. */
    async function startEcho(name: string): Promise<number> {
      const server = createServer((request, response) => {
        const { method, url, headers } = request;
        response.end(`${name} ${method} ${url} ${String(headers['x-forwarded-for'])} ${headers.host ?? ''}`);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      servers.push(server);
      return (server.address() as AddressInfo).port; // it listens on TCP
    }
    gateway = await startGateway({
      auth: await startEcho('auth'),
      rest: await startEcho('rest'),
      site: await startEcho('site'),
    });
  });
  afterAll(async () => {
    await gateway.stop();
    for (const server of servers) server.close();
    servers = [];
  });
  const send = async (path: string, init: RequestInit = {}, origin = gateway.origin) => {
    const response = await fetch(origin + path, init);
    return { status: response.status, text: await response.text() };
  };

  test('forwards each request of the site to its service, without the path prefix', async () => {
    for (const each of API_PATHS) {
      const [method = '', path = ''] = each.split(' ');
      const [, service, rest] = /^\/(auth|rest)\/v1(\/.*)$/.exec(path) ?? [];
      const { text } = await send(`${path}?a=b%2Bc&d=(e,"f")`, { method });
      expect(text.split(' ').slice(0, 3).join(' ')).toBe(
        `${service} ${method} ${rest}?a=b%2Bc&d=(e,%22f%22)`,
      );
    }
    expect((await send('/rest/v1/notes_entries?select=*')).text).toMatch(
      /^rest GET \/notes_entries\?select=\*/,
    );
    expect((await send('/dashboard')).text).toMatch(/^site GET \/dashboard 127\.0\.0\.1 127\.0\.0\.1:\d+$/);
  });

  test.each([
    ['/auth/v1/admin/users', 'GET'],
    ['/auth/v1/invite', 'POST'],
    ['/auth/v1/otp', 'POST'],
    ['/auth/v1/factors', 'POST'],
    ['/auth/v1/health', 'GET'],
    ['/auth/v1/token/', 'POST'],
    ['/auth/v1/verify', 'GET'],
    ['/auth/v1/user', 'DELETE'],
    ['/auth/v1/../v1/admin/users', 'GET'],
    ['/auth/v1/%61dmin/users', 'GET'],
    ['/rest/v1/', 'GET'],
    ['/rest/v1/rpc/calendar_feed', 'POST'],
    ['/rest/v1/rpc/%63alendar_feed', 'POST'],
    ['/rest/v1/tasks', 'PUT'],
    ['/rest/v1/tasks', 'OPTIONS'],
    ['/rest/v1/rpc/tasks_version', 'GET'],
    ['/rest/v1/a/b', 'GET'],
    ['/auth/v1', 'GET'],
  ])('%s reaches no service', async (path, method) => {
    const { status, text } = await send(path, { method });
    expect([403, 404]).toContain(status);
    expect(text).not.toMatch(/^(auth|rest|site) /);
  });

  test('ignores the X-Forwarded-For header of a client outside private networks', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    expect((await send('/auth/v1/settings', { headers })).text).toContain(' 127.0.0.1 ');
  });

  test('rejects requests that are too large with the errors of the API, before they reach a service', async () => {
    const post = (path: string, size: number) => send(path, { method: 'POST', body: 'a'.repeat(size) });
    expect((await post('/auth/v1/signup', 9 * 1024)).status).toBe(413);
    expect((await post('/rest/v1/tasks', 60 * 1024)).status).toBe(200);
    expect(JSON.parse((await post('/rest/v1/tasks', 70 * 1024)).text)).toMatchObject({ code: 'too_large' });
  });

  test('the internal port serves only the requests of our server and GoTrue', async () => {
    const sendInside = (path: string, init?: RequestInit) => send(path, init, gateway.innerOrigin);
    expect((await sendInside('/auth/v1/health')).text).toMatch(/^auth GET \/health /);
    const feed = await sendInside('/rest/v1/rpc/calendar_feed', { method: 'POST', body: '{}' });
    expect(feed.text).toMatch(/^rest POST \/rpc\/calendar_feed /);
    expect((await sendInside('/templates/recovery.html')).text).toContain('{{ .TokenHash }}');
    for (const path of ['/rest/v1/tasks', '/auth/v1/admin/users', '/templates/../config.toml', '/'])
      expect((await sendInside(path)).status).toBe(404);
  });

  test('our server becomes ready through the internal port, while its pages contain the public address', async () => {
    const siteDir = mkdtempSync(join(tmpdir(), 'space-self-host-'));
    writeFileSync(join(siteDir, 'index.html'), '<meta name="supabase-url" content="/" />');
    const supabase = {
      url: 'https://planner.example',
      publishableKey: 'sb_publishable_x',
      internalUrl: gateway.innerOrigin,
    };
    const site = await startHostedSite({ siteDir, dataDir: join(siteDir, '.data'), supabase });
    try {
      expect((await send('/readyz', {}, site.origin)).text).toBe('ready');
      expect((await send('/', {}, site.origin)).text).toContain('content="https://planner.example"');
    } finally {
      await site.close();
      rmSync(siteDir, { recursive: true });
    }
  });
});
