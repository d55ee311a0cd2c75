import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../src/testing/server.ts';
import { send } from './support/send.ts';

// The feeds that calendar programs get from the real backend, read with Thunderbird's parser. Guesses, limits and withdrawn
// addresses: attacks.test.ts. With a hosted project: app.test.ts. How a person renews an address: e2e/specs/settings.spec.ts.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The date that is `offset` days from today, in UTC like the database. */
const day = (offset = 0) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const add = ({ client }: TestUser, columns: object) =>
  client
    .from('tasks')
    .insert({ task_date: day(), ...columns })
    .throwOnError();
const renew = async ({ client }: TestUser) =>
  String((await client.rpc('renew_calendar_feed').throwOnError()).data);
const get = (secret: string, headers = {}, method = 'GET') =>
  send(server.origin, { method, path: `/calendar/${secret}.ics`, headers });
const eventsOf = ({ body }: { body: string }) =>
  new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((it) => new ICAL.Event(it));
const titlesOf = async (secret: string) => eventsOf(await get(secret)).map(({ summary }) => summary);

test('a calendar program reads each task as an all-day event, and gets a 304 until a task changes', async () => {
  const title = `${'語,;\\ "🎯" '.repeat(20)}!`;
  const [anna, bert] = [await server.signUp(), await server.signUp()];
  const id = randomUUID();
  await add(anna, { id, title, emoji: '🏋️', completed: true, starred: true });
  await add(bert, { title: 'Not hers' });
  const secret = await renew(anna);
  const feed = await get(secret);
  const [event, ...more] = eventsOf(feed);
  expect([event?.uid, event?.summary, more]).toEqual([`${id}@better-space`, `✓ 🏋️ ${title}`, []]);
  expect([event?.startDate, event?.endDate].map(String)).toEqual([day(), day(1)]);
  const { etag = '', 'content-length': length } = feed.headers;
  const headers = {
    ...{ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-cache' },
    'content-disposition': 'attachment; filename="better-space.ics"',
    ...{ 'x-robots-tag': 'noindex', 'x-content-type-options': 'nosniff', 'content-length': length },
  };
  expect(feed).toMatchObject({ status: 200, headers });
  expect(await get(secret, {}, 'HEAD')).toMatchObject({ status: 200, body: '', headers });
  expect(await get(secret, {}, 'PUT')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  const known = { 'If-None-Match': etag };
  const same = { status: 304, body: '', headers: { etag, 'x-robots-tag': 'noindex' } };
  expect(await get(secret, known)).toMatchObject(same);
  await anna.client.from('tasks').update({ title: 'New' }).eq('id', id);
  expect(eventsOf(await get(secret, known))).toMatchObject([{ summary: '✓ 🏋️ New' }]);
});

test('the feed covers four weeks back and a year ahead, however many tasks there are', async () => {
  const anna = await server.signUp();
  const secret = await renew(anna);
  expect(await titlesOf(secret)).toEqual([]);
  for (const days of [-29, -28, 365, 366]) await add(anna, { title: String(days), task_date: day(days) });
  expect(await titlesOf(secret)).toEqual(['-28', '365']);
  const many = `select 'Plan', $1, $2 from generate_series(1, 1000)`;
  await server.query(`insert into public.tasks (title, task_date, user_id) ${many}`, [day(), anna.id]);
  expect(await titlesOf(secret)).toHaveLength(1002);
});
