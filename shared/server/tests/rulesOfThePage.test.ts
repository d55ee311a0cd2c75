import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../src/testing.ts';
import { createPlainPostgres } from './support/plainPostgres.ts';

describe('what the page refuses, the API refuses too', () => {
  let server: TestServer;
  let anna: TestUser;
  beforeAll(async () => {
    server = await startTestServer();
    anna = await server.signUp();
  });
  afterAll(() => server.close());

  /** The answer to a request to `path`, with `body` as it is. */
  async function ask(method: 'POST' | 'PATCH', path: string, body: string) {
    const { data } = await anna.client.auth.getSession();
    const answer = await server.library(
      new Request(`${server.origin}/rest/v1/${path}`, {
        method,
        body,
        headers: {
          apikey: server.publishableKey,
          Authorization: `Bearer ${data.session?.access_token ?? ''}`,
          'Content-Type': 'application/json',
          Prefer: 'return=representation',
        },
      }),
    );
    const said: unknown = await answer.json();
    return { status: answer.status, body: said };
  }
  const refusal = (message: string, code = '23514') => ({
    status: 400,
    body: expect.objectContaining({ code, message }) as unknown,
  });
  const broken = (table: string, constraint: string) =>
    refusal(`new row for relation "${table}" violates check constraint "${constraint}"`);

  test.each([
    ['a semicolon', 'a;b'],
    ['a currency sign', '5 €'],
    ['a typographic apostrophe', 'O’Brien'],
    ['an emoji', 'Anna 🎯'],
    ['a punctuation mark of another script', '李雷。'],
    ['a character for private use', 'Anna \uE000'],
    ['no character', 'Anna \u{50000}'],
    ['a direction override', 'Anna\u202E'],
    ['a zero-width joiner', 'An\u200Dna'],
  ])('a display name with %s', async (_, name) => {
    const answer = await ask('PATCH', `profiles?id=eq.${anna.id}`, JSON.stringify({ display_name: name }));
    expect(answer).toEqual(broken('profiles', 'profiles_display_name_characters'));
  });

  test.each([
    ['a direction override', '\u202E', 'tasks_emoji_characters'],
    ['a lone joiner', '\u200D', 'tasks_emoji_characters'],
    ['a joiner first', '\u200D👩', 'tasks_emoji_joined'],
    ['a word of another script', 'жук', 'tasks_emoji_characters'],
  ])('for an emoji %s', async (_, emoji, constraint) => {
    const task = { title: 'Plan', task_date: '2026-11-20', emoji };
    expect(await ask('POST', 'tasks', JSON.stringify(task))).toEqual(broken('tasks', constraint));
  });

  test.each(['infinity', '-infinity', '10000-01-01', '0001-01-01 BC', '294276-12-31'])(
    'the day %s',
    async (day) => {
      const task = JSON.stringify({ title: 'Plan', task_date: day });
      expect(await ask('POST', 'tasks', task)).toEqual(broken('tasks', 'tasks_task_date_years'));
    },
  );

  test.each(['0000-01-01', '2026-02-30', 'soon'])('the day %s, which is none', async (day) => {
    const { status, body } = await ask('POST', 'tasks', JSON.stringify({ title: 'Plan', task_date: day }));
    expect({ status, body }).toEqual({
      status: 400,
      body: expect.objectContaining({ code: expect.stringMatching(/^22/) as unknown }) as unknown,
    });
  });

  test('a title with NUL', async () => {
    const answer = await ask('POST', 'tasks', String.raw`{"title":"a\u0000b","task_date":"2026-11-20"}`);
    expect(answer).toEqual(refusal('invalid byte sequence for encoding "UTF8": 0x00', '22021'));
  });

  test('half a surrogate pair, which is kept as U+FFFD: no database keeps it as it is', async () => {
    const answer = await ask('POST', 'tasks', String.raw`{"title":"a\ud83db","task_date":"2026-11-20"}`);
    expect(answer).toMatchObject({ status: 201, body: [{ title: 'a\uFFFDb' }] });
  });
});

test('rows of before the rules are cleaned where they break them, and nothing else changes', async () => {
  const anna = '0a000000-0000-4000-8000-000000000001';
  const rows = [
    ['Kept', '🎯', '2026-11-20'],
    ['Override', '\u202E', '2026-11-20'],
    ['Joiner', '\u200D👩', '2026-11-20'],
    ['Far', null, '10000-01-01'],
    ['Both', 'жук', '0044-03-15 BC'],
  ];
  const before = `
    reset role;
    insert into auth.users (id) values ('${anna}');
    update public.profiles set display_name = 'Anna 🎯';
    insert into public.tasks (title, emoji, task_date, user_id)
      select each ->> 0, each ->> 1, (each ->> 2)::date, '${anna}' from json_array_elements('${JSON.stringify(rows)}') each;
    set role migrator;`;
  const { database, close } = await createPlainPostgres({
    migrate: (sql) => (sql.includes('tasks_task_date_years') ? before + sql : sql),
  });
  const tasks = await database.query(
    'select title, emoji, task_date::text as day from public.tasks order by title',
  );
  expect(tasks.rows).toEqual([
    { title: 'Both', emoji: null, day: '0001-01-01' },
    { title: 'Far', emoji: null, day: '9999-12-31' },
    { title: 'Joiner', emoji: null, day: '2026-11-20' },
    { title: 'Kept', emoji: '🎯', day: '2026-11-20' },
    { title: 'Override', emoji: null, day: '2026-11-20' },
  ]);
  expect((await database.query('select display_name from public.profiles')).rows).toEqual([
    { display_name: null },
  ]);
  await close();
});
