import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { loadSecrets, lockDirectory, makeSecrets, saveSecrets } from '../src/backend/dataFolder.ts';
import { openEmbedded } from '../src/backend/embedded.ts';
import { runQuietly } from '../src/backend/quietConsole.ts';
import { createExclusive } from '../src/backend/lite.ts';
import { startServer } from '../src/index.ts';
import { copyTemplate, startTestServer } from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';
import { placeForEach } from './support/startup.ts';

// What the embedded backend adds to @supabase/lite. Run it when lite is upgraded.

const at = folderForEach();

describe('requests at the same time', () => {
  async function waitTurns(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  }

  test('never read each other’s rows, and a refused one takes back no write of another', async () => {
    await copyTemplate(at());
    const { connection, query, close } = await openEmbedded(at('database'));
    const people = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of people) {
      await query('insert into auth.users (id) values ($1)', [id]);
      await query(`insert into public.tasks (title, task_date, user_id) values ('Mine', '2026-11-20', $1)`, [
        id,
      ]);
    }
    const readAs = (id: string) =>
      connection.withContext(
        {
          auth: { uid: id, role: 'authenticated', jwt: { sub: id, role: 'authenticated' } },
          storage: { operation: null, normalizedOperation: null },
        },
        async () => {
          await waitTurns();
          return (await query('select user_id from public.tasks')).map((row) => row['user_id']);
        },
      );
    expect(await Promise.all(people.map(readAs))).toEqual(people.map((id) => [id]));

    await query('create table public.kept (word text)');
    const writing = connection.runInTransaction(async () => {
      await query(`insert into public.kept values ('written')`);
      await waitTurns();
    });
    const failing = connection.runInTransaction(() => Promise.reject(new Error('refused')));
    await expect(failing).rejects.toThrow('refused');
    await writing;
    expect(await query('select word from public.kept')).toEqual([{ word: 'written' }]);
    await close();
  });

  test('wait for each other in order; a call inside another does not, unless that has ended', async () => {
    const exclusive = createExclusive();
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} starts`);
      await nextTurn();
      events.push(`${name} ends`);
    };
    let late: Promise<void> | undefined;
    const failing = exclusive(async () => {
      late = waitTurns().then(() => exclusive(work('late')));
      await exclusive(work('inner'));
      throw new Error('refused');
    });
    const second = exclusive(async () => {
      await waitTurns();
      await work('second')();
    });
    await expect(failing).rejects.toThrow('refused');
    await Promise.all([second, late]);
    expect(events.map((event) => event.split(' ')[0])).toEqual(
      ['inner', 'second', 'late'].flatMap((name) => [name, name]),
    );
  });
});

test('the API answers as a hosted project does: what a rule refuses, what is gone, and what a role may not do', async () => {
  const server = await startTestServer({ pastGateway: true });
  const { client, id } = await server.signUp();
  const visitor = server.anonymous();
  const task = { id: crypto.randomUUID(), title: 'Plan', task_date: '2026-11-20' };
  const day = Array.from({ length: 2_001 }, () => ({ title: 'Plan', task_date: '2026-11-20' }));
  for (const [answer, status, code, message] of [
    [
      client.from('profiles').update({ display_name: '🎯' }).eq('id', id),
      400,
      '23514',
      'display_name_characters',
    ],
    [client.from('tasks').insert({ ...task, title: '' }), 400, '23514', 'tasks_title'],
    [client.from('tasks').insert({ ...task, task_date: 'soon' }), 400, '22007', 'soon'],
    [
      client.from('tasks').insert(day),
      400,
      '23514',
      'A day holds 2,000 tasks at most. Delete some to add new ones.',
    ],
    [client.rpc('restore_task', { task_id: task.id }), 410, 'PT410', 'This task can no longer be restored.'],
    [client.from('tasks').insert({ ...task, created_at: '2020-01-01' }), 403, '42501', 'permission denied'],
    [visitor.from('tasks').select(), 401, '42501', 'permission denied'],
    [visitor.rpc('tasks_version'), 401, '42501', 'permission denied'],
  ] as const)
    expect(await answer).toMatchObject({
      status,
      error: { code, message: expect.stringContaining(message) as string },
    });
  const added = await client.from('tasks').insert(task).select('created_at').single<{ created_at: string }>();
  expect(added.data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/);
  await server.close();
});

describe('the console', () => {
  const databaseError = (code: string) =>
    Object.assign(new Error('value "my private title" is wrong'), { code, detail: 'my private title' });

  test.each<[string, unknown[], RegExp | null]>([
    ...['22P02', '23505', '23514', '42501', '42703', 'PGRST205', 'P0001'].map(
      (code): [string, unknown[], null] => [`a refused request (${code})`, [databaseError(code)], null],
    ),
    ['what is no error', ['[POSTGREST:SQL] insert', ['my private title']], null],
    ...['53100', '57P01', 'XX000', '40001', '58030'].map((code): [string, unknown[], RegExp] => [
      `a fault (${code})`,
      [databaseError(code)],
      new RegExp(`^The backend reported Error ${code} at `),
    ]),
    [
      'an error in the program',
      ['Auth error:', new TypeError('Cannot read my private title')],
      /^The backend failed with TypeError at .*backend\.test\.ts/,
    ],
  ])('shows of %s only a fault, in one line without data', async (_, printed, expected) => {
    const lines: string[] = [];
    await runQuietly(
      (line) => void lines.push(line),
      async () => {
        await Promise.resolve();
        console.error(...printed);
      },
    );
    expect(lines).toEqual(expected === null ? [] : [expect.stringMatching(expected)]);
    expect(lines.join()).not.toContain('private');
  });
});

describe('secrets', () => {
  test('are those of one installation, the same at each start, and readable by this account only', () => {
    expect(loadSecrets(at())).toBeNull();
    const secrets = makeSecrets();
    saveSecrets(at(), secrets);
    expect(secrets.jwtSecret.length).toBeGreaterThanOrEqual(64);
    expect(secrets.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
    expect(secrets.secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
    expect(statSync(at('secrets.json')).mode & 0o777).toBe(0o600);
    expect(loadSecrets(at())).toEqual(secrets);
    expect(new Set([secrets, makeSecrets()].flatMap(Object.values)).size).toBe(6);
  });

  test.each(['', '{', '{}', '{"jwtSecret":"short","publishableKey":"x","secretKey":"y"}'])(
    'that are damaged (%j) end the start and stay: new ones would sign everyone out',
    (text) => {
      const file = at('secrets.json');
      writeFileSync(file, text);
      expect(() => loadSecrets(at())).toThrow(`The secrets in ${file} are damaged.`);
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );
});

describe('a data directory', () => {
  const place = placeForEach({ hasDatabase: true });

  test('belongs to one server: another one starts only after it has been killed', async () => {
    const starts = await Promise.allSettled([place().start(), place().start(), place().start()]);
    const [winner, ...more] = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason as unknown] : []));
    const inUse = { message: expect.stringContaining('is in use by') as unknown, exitCode: 1 };
    expect(reasons).toEqual([expect.objectContaining(inUse), expect.objectContaining(inUse)]);
    await expect(startServer(place())).rejects.toThrow(
      `The data directory ${place().dataDir} is in use by process ${winner?.pid}. Stop that server first, or set DATA_DIR to another directory.`,
    );
    expect(more).toEqual([]);
    expect(await winner?.kill('SIGKILL')).toBeNull();
    const next = await startServer(place());
    expect((await fetch(next.origin)).status).toBe(200);
    await next.close();
  });

  test('is locked within one process too, whatever process an earlier one recorded', () => {
    const take = () => lockDirectory(at());
    writeFileSync(at('server.pid'), `${process.ppid}\n`);
    const lock = take();
    expect(take).toThrow(`in use by process ${process.pid}`);
    lock.release();
    lock.release();
    take().release();
  });
});
