import { ENDPOINTS } from '@space/server/testing';
import { beforeAll, expect, test } from 'vitest';
import { backendError, isBackendError } from '../src/errors.ts';
import { readSession, safeStorage } from '../src/storedSession.ts';
import type { Backend } from '../src/types.ts';
import { memoryStorage } from '../testing/index.ts';
import { PASSWORD, WEEK, newEmail, newTask, startWorld } from './world.ts';

// The requests of our client and the responses of the embedded server, compared with the documentation of PostgREST
// (https://docs.postgrest.org: 'Errors', 'Pagination and Count', 'Prefer Header') and GoTrue (openapi.yaml of
// https://github.com/supabase/auth). PostgREST itself was not run.

const world = startWorld();

/** A request of our client to `/rest/v1` or `/auth/v1`, and its response. */
interface Exchange {
  kind: string;
  method: string;
  path: string;
  status: number;
  range: string;
  answer: unknown;
}

const exchanges: Exchange[] = [];
const VALUES =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?|https?:\/\/[\w.:]+/g;

/** A fetch that records every request and its response. */
const recordingFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname: path, searchParams } = new URL(request.url);
  const sentBody = await request.clone().text();
  const response = await fetch(input, init);
  const text = await response.clone().text();
  const { method, headers } = request;
  const query = [...searchParams].map(([name, value]) => `${name}=${value.replace(VALUES, '…')}`).join('&');
  const preferences = ['prefer', 'accept'].flatMap((name) => headers.get(name) ?? []);
  const sent = preferences.filter((value) => value !== '*/*').map((value) => ` [${value}]`);
  // Requests for rows may send any column.
  const isOfRows = path.startsWith('/rest/v1/');
  const fields =
    isOfRows || sentBody === '' ? '' : ` {${Object.keys(Object(JSON.parse(sentBody))).join(', ')}}`;
  const place = path.replace('/rest/v1/', '').replace('/auth/v1/', 'auth/');
  exchanges.push({
    kind: `${method} ${place}${query && `?${query}`}${sent.join('')}${fields} → ${response.status}`,
    method,
    path,
    status: response.status,
    range: response.headers.get('content-range') ?? '',
    answer: text === '' ? undefined : JSON.parse(text),
  });
  return response;
};

/** Waits for a call that the server must refuse. */
async function refused(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => backendError('network', 'A request was answered that had to be refused'),
    (reason: unknown) => reason,
  );
  if (!isBackendError(error) || error.kind === 'network') throw error;
}

// Calls every method of our client as two new users, also with requests that the server must refuse.
beforeAll(async () => {
  const { proxy, openTab } = world();
  const options = { fetch: recordingFetch };
  const redirectTo = `${proxy.origin}/auth`;
  const signUp = async ({ auth }: Backend) => {
    const credentials = { email: newEmail(), password: PASSWORD };
    await auth.signUp(credentials, redirectTo);
    return (await auth.signIn(credentials)).id;
  };
  const storage = memoryStorage();
  const anna = openTab({ browser: storage, ...options }).backend;
  const ben = openTab(options).backend;
  const [annaId, benId] = [await signUp(anna), await signUp(ben)];
  await refused(ben.auth.signIn({ email: newEmail(), password: PASSWORD }));
  await ben.auth.requestPasswordReset(newEmail(), redirectTo);
  await ben.auth.resendConfirmation(newEmail(), redirectTo);
  await refused(ben.auth.redeemLink({ tokenHash: 'f'.repeat(64), type: 'signup' }, () => true));
  await ben.auth.googleAddress(redirectTo).catch(() => {}); // Google may be switched off
  const task = (title: string) => newTask(annaId, title);

  await anna.tasks.listBetween(...WEEK);
  const first = await anna.tasks.add(task('Water, "the" (plants)'));
  await anna.tasks.add({ ...task('Feed the cat'), starred: true, completed: true, pinned: true });
  proxy.rule({ method: 'GET', path: '/tasks', cap: 1, times: 1 });
  await anna.tasks.listBetween(...WEEK);
  proxy.rule({ method: 'GET', path: '/tasks', cap: 1, times: 1 });
  await anna.tasks.listAll();
  await anna.tasks.add(first); // as if the response was lost and the task is sent again
  const list = [task('One'), task('Two')];
  await anna.tasks.addMany(list);
  await refused(ben.tasks.addMany([{ ...task('Three'), user_id: benId }, task('Of another')]));
  await anna.tasks.removeMany(list.map(({ id }) => id));
  await anna.tasks.update(first.id, { title: 'Water them', completed: true });
  await anna.tasks.listUndone('2026-12-01');
  await anna.tasks.search('water');
  await anna.tasks.version();
  await refused(ben.tasks.add({ ...first, user_id: benId })); // the id is taken
  await refused(ben.tasks.add({ ...task('Of another'), user_id: annaId }));
  await refused(ben.tasks.update(first.id, { title: 'Mine' })); // touches no row
  await refused(anna.tasks.update(first.id, { title: ' ' }));
  await anna.tasks.remove(first.id);
  await refused(anna.tasks.remove(first.id));
  await anna.tasks.restore(first.id);
  await refused(ben.tasks.restore(first.id));

  await anna.profiles.get(annaId);
  await anna.profiles.updateDisplayName(annaId, 'Anna');
  await anna.profiles.getDisplayName(annaId);
  await refused(ben.profiles.get(annaId));
  await refused(ben.profiles.updateDisplayName(annaId, 'Ben'));
  await refused(anna.profiles.updateDisplayName(annaId, '<b>'));

  await anna.calendarFeed.since();
  await anna.calendarFeed.renew();
  await anna.calendarFeed.since();
  await anna.calendarFeed.withdraw();

  await anna.account.get();
  // With a token of a wrong signature the client renews it and repeats the request.
  world().spoil(storage, { jwtSecret: 'of another project', expiresIn: 3_000 });
  await anna.tasks.version();
  await anna.auth.changePassword(`${PASSWORD}2`);
  const ended = readSession(safeStorage(storage));
  if (ended) await anna.auth.endSession(ended, 'global');
  await ben.account.remove(benId);
}, 60_000);

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
PUT auth/user {password} → 200`;

test('every kind of request is in the list, and they reach every path that the gateway allows', () => {
  expect([...new Set(exchanges.map(({ kind }) => kind))].sort()).toEqual(KINDS.trim().split('\n'));
  const requested = new Set(exchanges.map(({ method, path }) => `${method} ${path}`));
  // The browser is redirected to these.
  const redirectPaths = ['GET /auth/v1/authorize', 'GET /auth/v1/callback'];
  const paths = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(paths.filter((path) => !requested.has(path))).toEqual(redirectPaths);
});

/** The documented status for each code of an error of `/rest/v1` that our client can meet. */
const STATUSES: Readonly<Record<string, number>> = {
  PGRST116: 406,
  PGRST301: 401,
  PT410: 410,
  '23505': 409,
  '23514': 400,
  '42501': 403,
};

test('errors and ranges of responses are as PostgREST and GoTrue document them', () => {
  for (const { kind, path, status, range, answer } of exchanges) {
    const fields: Record<string, unknown> = Object(answer);
    if (status >= 400 && path.startsWith('/rest/')) {
      expect.soft(Object.keys(fields).sort(), kind).toEqual(['code', 'details', 'hint', 'message']);
      expect.soft(STATUSES[String(fields['code'])], kind).toBe(status);
    } else if (status >= 400)
      expect.soft(fields, kind).toMatchObject({ error_code: expect.any(String), msg: expect.any(String) });
    else if (kind.includes('[count=exact]') && Array.isArray(answer))
      expect.soft(range, kind).toMatch(answer.length === 0 ? /^\*\/0$/ : /^0-\d+\/\d+$/);
    else if (path.endsWith('/token'))
      expect.soft(fields, kind).toMatchObject({
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        expires_at: expect.any(Number),
      });
  }
});

test('a list above the server’s row limit is answered with 206 and the total count', async () => {
  const { backend, userId } = await world().openSignedInTab({ fetch: recordingFetch });
  await world().server.query(
    `insert into public.tasks (title, task_date, user_id)
     select 'Task', '2026-11-16'::date + n / 50, $1::uuid from generate_series(1, 1001) n`,
    [userId],
  );
  exchanges.length = 0;
  expect(await backend.tasks.listAll()).toHaveLength(1001);
  expect(exchanges.map(({ status, range }) => [status, range])).toEqual([
    [206, '0-999/1001'],
    [200, '0-0/1'],
  ]);
});
