import { randomUUID } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { Hono } from 'hono';
import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseOf } from '@space/store';
import { makeRecord, writeFiles } from '@space/store/testing';
import { listen } from '../src/http/listen.ts';
import type { Env } from '../src/http/respond.ts';
import { startHostedSite } from '../src/server.ts';
import { startTestServer, type TestServer } from '../src/testing/server.ts';
import { folderForAll } from '../src/testing/folders.ts';
import { send } from './support/send.ts';

// Pages in a browser: e2e/specs/hosting.spec.ts. Releases while a server runs: e2e/specs/release.spec.ts. Paths that lead out,
// guesses and other attacks: attacks.test.ts. The tasks of a calendar: database.test.ts; its address: e2e/specs/settings.spec.ts.

const head = '<meta name="supabase-url" content="/"><meta name="supabase-key" content="%SUPABASE_KEY%">';
const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
/** The pages of a remote in a registry. */
const PATHS = ['/notes', '/notes/:id', '/notes/:id/edit', '/help/*'];
const NOTES = {
  ...{ title: 'the notes', pages: PATHS.map((path) => ({ path, access: 'public' })) },
  ...{ live: releaseOf(makeRecord('notes')), previous: null, canary: null, disabled: null },
};
const htmlOf = (text: string) => `<!doctype html>${head}<p>${text}</p>`;

const at = folderForAll();
let server: TestServer;
beforeAll(async () => {
  const pages = ['', 'about', 'notes', 'notes/@id', 'notes/@id/edit', 'help/@', 'help/start'];
  writeFiles(at('site'), {
    ...Object.fromEntries(pages.map((page) => [`${page}/index.html`, htmlOf(page || 'start')])),
    ...{ '404.html': htmlOf('unknown'), 'registry.json': { remotes: { notes: NOTES } } },
    'robots.txt': 'Sitemap: %SITE_URL%/sitemap.xml',
    ...{ 'assets/app-1a2b.js': 'export {};', '.secret': '-', '.well-known/security.txt': 'Contact: us' },
    'remotes/planner/3f9c/remoteEntry.js': 'export const planner = 1;',
  });
  // Links that a team could put into its own folder.
  writeFiles(at(), { 'secrets.html': '{"secret":"key"}' });
  symlinkSync(at('secrets.html'), at('site/remotes/planner/secrets.html'));
  symlinkSync(at(), at('site/remotes/planner/outside'));
  server = await startTestServer({ siteDir: at('site') });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(server.origin, { method, path, headers });

const SECURE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; object-src 'none'; " +
    "frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types starfield-worker service-worker",
  ...{ 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin' },
  ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' },
  'permissions-policy': expect.stringContaining('camera=()') as string,
};
/** Each page with the addresses that have it; 'unknown' is 404 with a page, 'none' without one. */
test.each([
  ['start', '/'],
  ['unknown', '/dashboard /retro/dashboard /no/such/page /settings/'],
  ['about', '/about /about/ /about?from=mail'],
  ['notes', '/notes'],
  ['notes/@id', '/notes/1 /notes/a%20b/ /notes/caf%c3%a9'],
  ['notes/@id/edit', '/notes/1/edit?x=1'],
  ['help/@', '/help /help/a/b'],
  ['help/start', '/help/start'],
  ['none', '/assets /remotes/planner/gone /favicon.ico /.secret /%E0%A4%A'],
  ['none', `/remotes/planner/secrets.html /remotes/planner/outside/secrets.html /${'long'.repeat(100)}.js`],
])('%s is the page of %s, with the publishable key and the security headers', async (page, paths) => {
  for (const path of paths.split(' ')) {
    const { status, headers, body } = await get(path, html);
    const seen = /<p>(.*)<\/p>/.exec(body)?.[1] ?? body;
    const isNone = page === 'none';
    expect([path, seen]).toEqual([path, isNone ? 'Not found' : page]);
    expect(status).toBe(isNone || page === 'unknown' ? 404 : 200);
    if (!isNone) expect(body).toContain(head.replace('%SUPABASE_KEY%', server.publishableKey));
    const type = `text/${isNone ? 'plain' : 'html'}; charset=utf-8`;
    expect(headers).toMatchObject({ 'content-type': type, ...SECURE });
  }
});

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable', 'accept-ranges': 'none' };
test.each<[path: string, sent: Record<string, string>, expected: Record<string, string>]>([
  ['/assets/app-1a2b.js', { Range: 'bytes=0-3' }, FOREVER],
  ['/.well-known/security.txt', {}, { 'content-type': 'text/plain; charset=utf-8' }],
  ['/', { 'Accept-Encoding': 'br;q=0, GZIP;q=0.5' }, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }],
  ['/', { 'Accept-Encoding': '*' }, { 'content-encoding': 'br', 'cache-control': 'no-cache' }],
])('%s with %o is sent whole with %o, then 304, and has no body for HEAD', async (path, sent, expected) => {
  const whole = await get(path, sent);
  expect(whole).toMatchObject({ status: 200, headers: expected });
  const { etag = '', 'content-length': length } = whole.headers;
  const empty = { status: 200, body: '', headers: { 'content-length': length } };
  expect(await get(path, sent, 'HEAD')).toMatchObject(empty);
  const known = [etag, `W/${etag}`.replace('W/W/', 'W/'), `"other", ${etag}`, '*', '"other"'];
  const answers = known.map((tag) => get(path, { ...sent, 'If-None-Match': tag }));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([304, 304, 304, 304, 200]);
});

/** The date that is `offset` days from today, in UTC like the database. */
const day = (offset = 0) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
/** Someone with a task and a calendar, and the path of that. */
async function openCalendar(columns: object) {
  const { client } = await server.signUp();
  const task = { id: randomUUID(), task_date: day(), ...columns };
  await client.from('tasks').insert(task).throwOnError();
  const secret = String((await client.rpc('renew_calendar_feed').throwOnError()).data);
  return { client, id: task.id, path: `/calendar/${secret}.ics` };
}
/** As Thunderbird's parser reads them. */
const eventsOf = ({ body }: { body: string }) =>
  new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((it) => new ICAL.Event(it));

test('a calendar program reads each task as an all-day event, and gets a 304 until a task changes', async () => {
  const title = `${'語,;\\ "🎯" '.repeat(20)}!`;
  const { client, id, path } = await openCalendar({ title, emoji: '🏋️', completed: true, starred: true });
  await openCalendar({ title: 'Not hers' });
  const feed = await get(path);
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
  expect(await get(path, {}, 'HEAD')).toMatchObject({ status: 200, body: '', headers });
  expect(await get(path, {}, 'PUT')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  const known = { 'If-None-Match': etag };
  const same = { status: 304, body: '', headers: { etag, 'x-robots-tag': 'noindex' } };
  expect(await get(path, known)).toMatchObject(same);
  await client.from('tasks').update({ title: 'New' }).eq('id', id);
  expect(eventsOf(await get(path, known))).toMatchObject([{ summary: '✓ 🏋️ New' }]);
});

test('a hosted project: pages have its key and calendars its tasks, there is no backend here, and what does not answer is told', async () => {
  // @supabase/lite in the role of a project, without our gateway in front; then what accepts connections and never responds.
  const project = await listen(0, '127.0.0.1');
  project.serve(new Hono<Env>().notFound(({ req }) => server.fetch(req.raw)));
  const supabase = { url: project.origin, publishableKey: server.publishableKey };
  const faults: string[] = [];
  const site = await startHostedSite({
    ...{ siteDir: at('site'), dataDir: at('hosted'), siteUrl: 'https://planner.example', supabase },
    reportFault: (line) => faults.push(line),
  });
  const ask = (path: string, origin = site.origin) => send(origin, { path, headers: html });
  const { body, headers } = await ask('/dashboard');
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ${supabase.url};`);
  expect(body).toContain(`<meta name="supabase-url" content="${supabase.url}">`);
  expect(body).toContain(`<meta name="supabase-key" content="${supabase.publishableKey}">`);
  expect((await ask('/robots.txt')).body).toBe('Sitemap: https://planner.example/sitemap.xml');
  expect((await ask('/rest/v1/tasks')).status).toBe(404);

  const { path } = await openCalendar({ title: 'Plan' });
  const feed = await ask(path);
  expect(eventsOf(feed)).toMatchObject([{ summary: 'Plan' }]);
  expect(feed.body).toBe((await get(path)).body);
  const unknown = { status: 404, body: 'Not found', headers: { 'cache-control': 'no-store' } };
  for (const none of ['0'.repeat(64), 'a']) expect(await ask(`/calendar/${none}.ics`)).toMatchObject(unknown);

  project.serve(new Hono<Env>().notFound(() => new Promise<Response>(() => {})));
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: 'alive' });
  const [answer, parts] = await Promise.all([ask('/readyz'), ask('/readyz', site.operatorOrigin)]);
  expect(answer).toMatchObject({ status: 503, body: 'not ready' });
  expect(JSON.parse(parts.body)).toEqual({ store: 'ready', backend: 'not ready' });
  await project.close();
  expect(await ask(path)).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
  expect(faults).toEqual(['A calendar feed could not be read: fetch failed.']);
  await site.close();
});

test('a server that is starting answers 503, and makes browsers retry by themselves', async () => {
  const starting = await listen(0, '127.0.0.1');
  const response = await fetch(starting.origin);
  expect([response.status, await response.text()]).toEqual([503, 'Better Space is starting']);
  expect(Object.fromEntries(response.headers)).toMatchObject({ refresh: '1', 'retry-after': '1' });
  await starting.close();
});
