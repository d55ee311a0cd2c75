import { ENDPOINTS } from '@space/server/testing';
import { beforeAll, expect, test } from 'vitest';
import { faultsOf, kindsOf, recordExchanges, walkAll, type Exchange } from '../testing/postgrest/index.ts';
import { startWorld } from './world.ts';

// Checks our client's requests and our server's responses against GoTrue's and PostgREST's docs: PostgREST itself was not run.

const world = startWorld();
let exchanges: Exchange[];

beforeAll(async () => {
  const { server } = world();
  exchanges = await walkAll({ url: server.origin, key: server.publishableKey });
}, 60_000);

test('every request and every response is as GoTrue and PostgREST document it', () => {
  expect(faultsOf(exchanges)).toEqual([]);
});

test('a list above the server’s row limit is answered with 206 and the total count', async () => {
  const { fetch, exchanges: listed } = recordExchanges();
  const { backend, userId } = await world().openSignedInTab({ url: world().server.origin, fetch });
  await world().server.query(
    `insert into public.tasks (title, task_date, user_id)
     select 'Task', '2026-11-16'::date + n / 50, $1::uuid from generate_series(1, 1001) n`,
    [userId],
  );
  listed.length = 0;
  expect(await backend.tasks.listAll()).toHaveLength(1001);
  expect(listed.map(({ status, answerHeaders }) => [status, answerHeaders.get('content-range')])).toEqual([
    [206, '0-999/1001'],
    [200, '0-0/1'],
  ]);
  expect(faultsOf(listed)).toEqual([]);
});

// Check a new kind of request against the documentation before you add its line here.
const KINDS = String.raw`
DELETE tasks?id=eq.…&select=* [return=representation] → 200
DELETE tasks?id=in.(…,…)&select=* [return=representation] → 200
GET auth/settings → 200
GET auth/user → 200
GET profiles?select=display_name&id=eq.… [application/vnd.pgrst.object+json] → 200
GET profiles?select=display_name,created_at&id=eq.… [application/vnd.pgrst.object+json] → 200
GET profiles?select=display_name,created_at&id=eq.… [application/vnd.pgrst.object+json] → 406
GET tasks?select=*&id=eq.… → 200
GET tasks?select=*&order=created_at.asc,id.asc [count=exact] → 200
GET tasks?select=*&order=created_at.asc,id.asc&or=(created_at.gt."…",and(created_at.eq."…",id.gt.…)) [count=exact] → 200
GET tasks?select=*&task_date=gte.…&task_date=lte.…&order=created_at.asc,id.asc [count=exact] → 200
GET tasks?select=*&task_date=gte.…&task_date=lte.…&order=created_at.asc,id.asc&or=(created_at.gt."…",and(created_at.eq."…",id.gt.…)) [count=exact] → 200
GET tasks?select=id,task_date&completed=is.false&task_date=lt.…&order=task_date.asc&limit=101 → 200
PATCH profiles?id=eq.…&select=display_name,created_at [return=representation] [application/vnd.pgrst.object+json] → 200
PATCH profiles?id=eq.…&select=display_name,created_at [return=representation] [application/vnd.pgrst.object+json] → 400
PATCH profiles?id=eq.…&select=display_name,created_at [return=representation] [application/vnd.pgrst.object+json] → 406
PATCH tasks?id=eq.…&select=* [return=representation] → 200
PATCH tasks?id=eq.…&select=* [return=representation] → 400
POST auth/logout?scope=global → 204
POST auth/logout?scope=global → 403
POST auth/recover?redirect_to=…/auth {email, code_challenge, code_challenge_method, gotrue_meta_security} → 200
POST auth/resend?redirect_to=…/auth {email, type, gotrue_meta_security, code_challenge, code_challenge_method} → 200
POST auth/signup?redirect_to=…/auth {email, password, data, gotrue_meta_security, code_challenge, code_challenge_method} → 200
POST auth/token?grant_type=password {email, password, gotrue_meta_security} → 200
POST auth/token?grant_type=password {email, password, gotrue_meta_security} → 400
POST auth/token?grant_type=refresh_token {refresh_token} → 200
POST auth/verify {token_hash, type, gotrue_meta_security} → 403
POST rpc/calendar_feed_since → 200
POST rpc/delete_account → 204
POST rpc/renew_calendar_feed → 200
POST rpc/restore_task → 200
POST rpc/restore_task → 410
POST rpc/search_tasks → 200
POST rpc/tasks_version → 200
POST rpc/tasks_version → 401
POST rpc/withdraw_calendar_feed → 204
POST tasks?columns="id","title","emoji","task_date","user_id","completed","starred","pinned"&select=* [resolution=ignore-duplicates, return=representation] → 201
POST tasks?columns="id","title","emoji","task_date","user_id","completed","starred","pinned"&select=* [resolution=ignore-duplicates, return=representation] → 403
POST tasks?select=* [return=representation] → 201
POST tasks?select=* [return=representation] → 403
POST tasks?select=* [return=representation] → 409
PUT auth/user {password, code_challenge, code_challenge_method} → 200`;

test('the list of request kinds is complete, and they reach every path that the gateway allows', () => {
  expect(kindsOf(exchanges)).toEqual(KINDS.trim().split('\n'));
  const requested = new Set(exchanges.map(({ method, path }) => `${method} ${path}`));
  // The browser is redirected to these.
  const REDIRECT_PATHS = ['GET /auth/v1/authorize', 'GET /auth/v1/callback'];
  const paths = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(paths.filter((path) => !requested.has(path))).toEqual(REDIRECT_PATHS);
});

/** Returns the first exchange of a kind, with a change. */
function damaged(start: string, change: (exchange: Exchange) => Partial<Exchange>): Exchange {
  const found = exchanges.find((one) => kindsOf([one])[0]?.startsWith(start));
  if (!found) throw new Error(`There is no ${start}`);
  return { ...found, ...change(found) };
}
const DAYS = 'GET tasks?select=*&task_date=gte';

test.each<[string, () => Exchange, RegExp]>([
  [
    'an unknown operator',
    () => damaged(DAYS, ({ query }) => ({ query: [...query, ['title', 'contains.a']] })),
    /title=contains\.a is not in its grammar/,
  ],
  [
    'a change of every row',
    () => damaged('PATCH tasks', () => ({ query: [['select', '*']] })),
    /it would touch every row/,
  ],
  [
    'an unknown preference',
    () => damaged(DAYS, () => ({ headers: new Headers({ prefer: 'count=all' }) })),
    /Prefer: count=all/,
  ],
  [
    'a wrong status for a taken id',
    () => damaged('POST tasks?select=* [return=representation] → 409', () => ({ status: 400 })),
    /23505 is answered with 400 in the place of 409/,
  ],
  [
    'an error without its hint',
    () => damaged('POST rpc/restore_task → 410', () => ({ answer: { code: 'PT410', message: '' } })),
    /an error has the fields code, message/,
  ],
  [
    'a range that does not fit',
    () => damaged(DAYS, () => ({ answerHeaders: new Headers({ 'content-range': '0-7/8' }) })),
    /Content-Range is 0-7\/8/,
  ],
  ['a list instead of a row', () => damaged('GET profiles', () => ({ answer: [] })), /a list/],
  [
    'a field that GoTrue does not read',
    () => damaged('POST auth/verify', () => ({ body: { token_hash: '', type: '', redirect: '' } })),
    /redirect is not read/,
  ],
  [
    'a session without a refresh token',
    () =>
      damaged('POST auth/token', ({ answer }) => ({ answer: { ...Object(answer), refresh_token: null } })),
    /the answer is not session/,
  ],
])('%s is reported', (_what, make, sentence) => {
  expect(faultsOf([make()]).join('\n')).toMatch(sentence);
});
