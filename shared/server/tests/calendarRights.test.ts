import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPlainPostgres, sqlState, type PlainPostgres } from './support/plainPostgres.ts';

// What each role may do with a calendar feed, by the migrations alone. What no client can reach: migrations.test.ts.

const anna = '0a000000-0000-4000-8000-000000000001';
const bert = '0b000000-0000-4000-8000-000000000002';
const REFUSED = '42501';

describe.each([
  { project: 'a new hosted project', isOldProject: false },
  { project: 'an old hosted project, open by default', isOldProject: true },
])('a calendar feed on $project', ({ isOldProject }) => {
  let postgres: PlainPostgres;
  beforeAll(async () => {
    postgres = await createPlainPostgres({ isOldProject });
    for (const [id, title] of [
      [anna, 'Shown'],
      [bert, 'Other'],
    ] as const) {
      await postgres.createUser(id);
      const insert = 'insert into public.tasks (title, task_date) values ($1, current_date)';
      await postgres.as('authenticated', id, insert, [title]);
    }
  });
  afterAll(() => postgres.close());

  const call = async (user: string | null, name: string) =>
    (await postgres.as('authenticated', user, `select public.${name}() as said`)).rows[0]?.['said'];
  const read = async (secret: unknown) =>
    (await postgres.as('anon', null, 'select public.calendar_feed($1) as feed', [secret])).rows[0]?.['feed'];

  test('can be read with its secret alone, of which only the hash is stored', async () => {
    expect(await call(anna, 'calendar_feed_since')).toBeNull();
    const secret = await call(anna, 'renew_calendar_feed');
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await read(secret)).toMatchObject({ tasks: [{ title: 'Shown', completed: false }] });
    const { rows } = await postgres.database.query<{ kept: string }>(
      `select string_agg(feeds::text, ' ') as kept from private.calendar_feeds as feeds`,
    );
    expect(rows[0]?.kept).toContain(anna);
    expect(rows[0]?.kept).not.toContain(secret);
    expect(await read(/x([0-9a-f]{64})/.exec(rows[0]?.kept ?? '')?.[1])).toBeNull();
    expect([await read(null), await read('')]).toEqual([null, null]);
  });

  test('can be renewed, withdrawn and looked up only by its owner', async () => {
    const old = await call(anna, 'renew_calendar_feed');
    const secret = await call(anna, 'renew_calendar_feed');
    expect(await read(old)).toBeNull();
    await call(bert, 'withdraw_calendar_feed');
    expect(await call(bert, 'calendar_feed_since')).toBeNull();
    expect(await call(anna, 'calendar_feed_since')).toBeInstanceOf(Date);
    expect(await read(secret)).not.toBeNull();
    await call(anna, 'withdraw_calendar_feed');
    expect(await read(secret)).toBeNull();
    expect(await call(anna, 'calendar_feed_since')).toBeNull();
  });

  test('can be created only by signed-in users, and read only without a session', async () => {
    expect(await sqlState(call(null, 'renew_calendar_feed'))).toBe(REFUSED);
    for (const name of ['renew_calendar_feed', 'withdraw_calendar_feed', 'calendar_feed_since'])
      for (const role of ['anon', 'service_role'] as const)
        expect(await sqlState(postgres.as(role, anna, `select public.${name}()`))).toBe(REFUSED);
    for (const role of ['authenticated', 'service_role'] as const)
      expect(await sqlState(postgres.as(role, anna, `select public.calendar_feed('')`))).toBe(REFUSED);
  });
});
