import { ENDPOINTS } from '@space/server/testing';
import { beforeAll, expect, test } from 'vitest';
import { readSession, safeStorage } from '../src/storedSession.ts';
import type { Backend } from '../src/types.ts';
import { memoryStorage } from '../testing/index.ts';
import { PASSWORD, WEEK, newEmail, newTask, startWorld } from './world.ts';

// Every kind of request of our client and the embedded server's status, compared by hand with the documentation of PostgREST
// (https://docs.postgrest.org) and GoTrue (openapi.yaml of https://github.com/supabase/auth). PostgREST itself was not run.

const world = startWorld();

const kinds = new Set<string>();
const paths = new Set<string>();
const VALUES =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?|https?:\/\/[\w.:]+/g;

/** A fetch that records every request and its response. */
const recordingFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname: path, searchParams } = new URL(request.url);
  const sentBody = await request.clone().text();
  const response = await fetch(input, init);
  const { method, headers } = request;
  const query = [...searchParams].map(([name, value]) => `${name}=${value.replace(VALUES, '…')}`).join('&');
  const preferences = ['prefer', 'accept'].flatMap((name) => headers.get(name) ?? []);
  const sent = preferences.filter((value) => value !== '*/*').map((value) => ` [${value}]`);
  // Requests for rows may send any column.
  const isOfRows = path.startsWith('/rest/v1/');
  const fields =
    isOfRows || sentBody === '' ? '' : ` {${Object.keys(Object(JSON.parse(sentBody))).join(', ')}}`;
  const place = path.replace('/rest/v1/', '').replace('/auth/v1/', 'auth/');
  kinds.add(`${method} ${place}${query && `?${query}`}${sent.join('')}${fields} → ${response.status}`);
  paths.add(`${method} ${path}`);
  return response;
};

// Calls every method of our client. What is refused, and how: the other tests of this folder.
beforeAll(async () => {
  const { proxy, openTab } = world();
  const redirectTo = `${proxy.origin}/auth`;
  const signUp = async ({ auth }: Backend) => {
    const credentials = { email: newEmail(), password: PASSWORD };
    await auth.signUp(credentials, redirectTo);
    return (await auth.signIn(credentials)).id;
  };
  const storage = memoryStorage();
  const anna = openTab({ browser: storage, fetch: recordingFetch }).backend;
  const annaId = await signUp(anna);
  const ben = openTab({ fetch: recordingFetch }).backend;
  await ben.account.remove(await signUp(ben));
  await anna.auth.requestPasswordReset(newEmail(), redirectTo);
  await anna.auth.resendConfirmation(newEmail(), redirectTo);
  await anna.auth.redeemLink({ tokenHash: 'f'.repeat(64), type: 'signup' }, () => true).catch(() => {});
  await anna.auth.googleAddress(redirectTo).catch(() => {}); // it is switched off
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
  await anna.tasks.removeMany(list.map(({ id }) => id));
  await anna.tasks.update(first.id, { title: 'Water them', completed: true });
  await anna.tasks.listUndone('2026-12-01');
  await anna.tasks.search('water');
  await anna.tasks.version();
  await anna.tasks.remove(first.id);
  await anna.tasks.restore(first.id);

  await anna.profiles.get(annaId);
  await anna.profiles.updateDisplayName(annaId, 'Anna');
  await anna.profiles.getDisplayName(annaId);

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
}, 60_000);

// Check a new kind of request against the documentation before you add its line here.
const KINDS = String.raw`
DELETE tasks?id=eq.…&select=* [return=representation] → 200
DELETE tasks?id=in.(…,…)&select=* [return=representation] → 200
GET auth/settings → 200
GET auth/user → 200
GET profiles?select=display_name&id=eq.… [application/vnd.pgrst.object+json] → 200
GET profiles?select=display_name,created_at&id=eq.… [application/vnd.pgrst.object+json] → 200
GET tasks?select=*&id=eq.… → 200
GET tasks?select=*&order=created_at.asc,id.asc [count=exact] → 200
GET tasks?select=*&order=created_at.asc,id.asc&or=(created_at.gt."…",and(created_at.eq."…",id.gt.…)) [count=exact] → 200
GET tasks?select=*&task_date=gte.…&task_date=lte.…&order=created_at.asc,id.asc [count=exact] → 200
GET tasks?select=*&task_date=gte.…&task_date=lte.…&order=created_at.asc,id.asc&or=(created_at.gt."…",and(created_at.eq."…",id.gt.…)) [count=exact] → 200
GET tasks?select=id,task_date&completed=is.false&task_date=lt.…&order=task_date.asc&limit=101 → 200
PATCH profiles?id=eq.…&select=display_name,created_at [return=representation] [application/vnd.pgrst.object+json] → 200
PATCH tasks?id=eq.…&select=* [return=representation] → 200
POST auth/logout?scope=global → 204
POST auth/recover?redirect_to=…/auth {email, code_challenge, code_challenge_method, gotrue_meta_security} → 200
POST auth/resend?redirect_to=…/auth {email, type, gotrue_meta_security, code_challenge, code_challenge_method} → 200
POST auth/signup?redirect_to=…/auth {email, password, data, gotrue_meta_security, code_challenge, code_challenge_method} → 200
POST auth/token?grant_type=password {email, password, gotrue_meta_security} → 200
POST auth/token?grant_type=refresh_token {refresh_token} → 200
POST auth/verify {token_hash, type, gotrue_meta_security} → 403
POST rpc/calendar_feed_since → 200
POST rpc/delete_account → 204
POST rpc/renew_calendar_feed → 200
POST rpc/restore_task → 200
POST rpc/search_tasks → 200
POST rpc/tasks_version → 200
POST rpc/tasks_version → 401
POST rpc/withdraw_calendar_feed → 204
POST tasks?columns="id","title","emoji","task_date","user_id","completed","starred","pinned"&select=* [resolution=ignore-duplicates, return=representation] → 201
POST tasks?select=* [return=representation] → 201
POST tasks?select=* [return=representation] → 409
PUT auth/user {password} → 200`;

test('every kind of request is in the list, and they reach every path that the gateway allows', () => {
  expect([...kinds].sort()).toEqual(KINDS.trim().split('\n'));
  // The browser is redirected to these.
  const redirectPaths = ['GET /auth/v1/authorize', 'GET /auth/v1/callback'];
  const allowed = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(allowed.filter((path) => !paths.has(path))).toEqual(redirectPaths);
});
