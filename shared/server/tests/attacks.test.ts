import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import limitConcurrency from 'p-limit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress, openSite, type Site } from './support/attacker.ts';
import { folderForAll } from '../src/testing/folders.ts';
import type { TestUser } from '../src/testing/server.ts';
import type { Headers, RawResponse } from './support/send.ts';

// Attacks on a real server with its limits on: the name of each, what is answered, and what is sent. After each of them
// Anna's data, the releases and the refused events are as they were.

const at = folderForAll();
let site: Site;
let state: unknown;
beforeAll(async () => {
  site = await openSite(at('site'));
  state = await site.state();
});
afterAll(() => site.server.close());

/** A request of Bert's, with other headers and bytes. */
type Sent = string | readonly [text: string, headers: Headers, bytes?: Uint8Array | undefined];
/** A request, or what else an attacker does: the answers, or what they amount to. */
type Step = Sent | (() => Promise<readonly RawResponse[] | string>);

const json = JSON.stringify;
const a = (count: number) => 'a'.repeat(count);
const get = (paths: string) => paths.split(' ').map((path) => `GET ${path}`);
/** The same for several values of a header. */
const each = (text: string, name: string, ...values: string[]) =>
  values.map((value): Sent => [text, { [name]: value }]);

const ID = '00000000-0000-4000-8000-000000000000';
const READ = 'GET rest/tasks?select=*';
const ADD = 'POST rest/tasks';
const ROW = { title: 'x', task_date: '2026-11-20' };
const add = (changes: object = {}) => `${ADD} ${json({ ...ROW, ...changes })}`;
const remove = (...ids: string[]) => `DELETE rest/tasks?id=in.(${ids.join()})`;
const post = (path: string) => (body: object) => `POST auth/${path} ${json(body)}`;
const guess = (email: string) => post('token?grant_type=password')({ email, password: 'Wrong pass 1' });
const refresh = (token: string) => post('token?grant_type=refresh_token')({ refresh_token: token });
const recover = (email: unknown) => post('recover')({ email });
const resend = (email: unknown) => post('resend')({ email, type: 'signup' });
const signUp = (email: unknown, password = 'Passw0rd!') => post('signup')({ email, password });

/** Sends the same many times, fifteen at once, from one address unless headers are given. {n} is the number. */
const many =
  (count: number, text: string, given?: Headers, atOnce = 15) =>
  () => {
    const headers = given ?? { 'X-Forwarded-For': newAddress() };
    const texts = Array.from({ length: count }, (_, n) => text.replaceAll('{n}', String(n)));
    return limitConcurrency(atOnce).map(texts, (each) => site.ask(each, headers));
  };
const ANYWHERE = {};
const CARL = { Authorization: 'Bearer {token of carl}' };

/** What may be done with a token: read, change, delete Anna's task, and ask for the account. */
const withToken = (...tokens: string[]) =>
  [READ, add(), remove('{task}'), 'GET auth/user'].flatMap((text) =>
    each(text, 'Authorization', ...tokens.map((token) => `Bearer ${token}`)),
  );
const forged = (claims: object, secret?: string) => async () =>
  sendAll(withToken(await site.forge(claims, secret)));
/** What the tokens of a session may do after something has ended it. */
const after = (end: (person: TestUser) => PromiseLike<unknown>) => async () => {
  const person = await site.server.signUp();
  await end(person);
  return sendAll([...withToken(person.token), refresh(person.refresh)]);
};
const REFUSED = '401 ×3, 403 ×1';
const ENDED = '400 ×1, 401 ×3, 403 ×1';
async function useOldRefreshToken({ client, refresh: old }: TestUser): Promise<void> {
  for (let time = 0; time < 2; time += 1) await client.auth.refreshSession();
  await site.ask(refresh(old));
}

/** Sends the same for an address that has an account and for one that has none: compares status, headers and fields. */
async function askForBoth(): Promise<string> {
  const shapesFor = async (email: string) =>
    (await sendAll([guess, signUp, recover, resend].map((ask) => ask(email)))).map(
      ({ status, headers, body }) =>
        [status, ...Object.keys(headers), body.replaceAll(/:("[^"]*"|\d+|null)/g, '')].join(' '),
    );
  const [known, unknown] = [await shapesFor('{known}'), await shapesFor('{unknown}')];
  return json(known) === json(unknown) ? 'the same' : json([known, unknown]);
}

/** Where the mail for a new password and the way back from Google lead, if they are asked to lead elsewhere. */
async function leadElsewhere(): Promise<string> {
  const elsewhere = 'redirect_to=http%3A%2F%2F127.0.0.1%40evil.example%2F';
  const { email } = await site.server.signUp();
  await site.ask(recover(email).replace(' {', `?${elsewhere} {`));
  const begun = await site.ask(`GET auth/authorize?provider=google&${elsewhere}`);
  const google = new URL(begun.headers['location'] ?? '').searchParams.get('state');
  const { headers } = await site.ask(`GET auth/callback?state=${google}&error=access_denied`);
  const ends = [site.linksTo(email)[0], new URL(headers['location'] ?? '')];
  return ends.map((end) => (end?.origin === site.server.origin ? 'the site' : end?.origin)).join(', ');
}

const FAILURE = { id: 'retro', version: '0.1.0-bbbbbbbbbbbb', cause: 'render', milliseconds: 9, bucket: 1 };
const event = (changes: object = {}) =>
  `POST /_events ${json({ ...FAILURE, outcome: 'failed', ...changes })}`;
const FAILURES = event({ outcome: 'fell-back', bucket: '{n}' }).replace('"{n}"', '{n}');

/** A request with a token of retro from this machine: others need TLS. */
const release = (text: string, name = 'release', more: Headers = {}): Sent => [
  text.replace(' ', ' /_releases/'),
  { Authorization: name && `Bearer {${name}}`, 'X-Forwarded-For': '', ...more },
];
const KILL = 'POST retro/kill {}';
const PUT = 'PUT retro';
/** Nothing that is sent becomes an option of a command. */
const NO_MOVES = [
  ...[`${PUT}?store=/tmp x`, `${PUT}?canary=1&canary=2 x`, `${PUT}?stage=true&canary=10 x`],
  ...['POST retro/rollback {"version":"--actor=me"}', 'POST retro/kill {"message":" "}'],
  `POST retro/promote {"message":"${a(301)}"}`,
].map((text) => release(text));
const MOVE = `@POST /_operate/moves ${json({ move: 'kill', name: 'retro', reason: 'x' })}`;
const OVER_TLS = { 'X-Forwarded-For': '198.19.0.1', 'X-Forwarded-Proto': 'https', Authorization: 'Bearer x' };
const TEAM_OVER_TLS = { ...OVER_TLS, Authorization: 'Bearer {team}' };
const OPERATOR_OVER_TLS = { ...OVER_TLS, Authorization: 'Bearer {operator}' };

/** A person signs up, adds a task, reads the week and signs out while 200 connections have sent a part of a request. */
async function visitInFlood(): Promise<string> {
  const head = 'POST /rest/v1/tasks HTTP/1.1\r\nHost: ';
  const body = `${head}x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`;
  const parts = ['GET /large.js HTTP/1.1\r\nHost: x\r\n\r\n', head, body];
  const { hostname, port } = new URL(site.server.origin);
  const sockets = Array.from({ length: 200 }, () => connect(Number(port), hostname).on('error', () => {}));
  const sent = sockets.map((it, index) => new Promise((done) => it.write(parts[index % 3] ?? '', done)));
  await Promise.all(sent);
  const page = await site.ask('GET /', { Accept: 'text/html' });
  const { client, id } = await site.server.signUp();
  const added = await client.from('tasks').insert({ ...ROW, user_id: id });
  const { data } = await client.from('tasks').select('title').gte('task_date', '2026-11-16');
  const { error } = await client.auth.signOut();
  for (const socket of sockets) socket.destroy();
  return `${page.status} ${added.status} ${json(data)} ${error?.message ?? 'signed out'}`;
}

const PATHS = get(
  '/rest/v1/../../_system/config /auth/v1/%2e%2e/.%2E/_system /remotes/..%2f..%5csite.json /rest/..\\..\\x ' +
    '/%00 /x%0d%0aa:b /é /x#/.. http://evil.example/x //evil.example/rest/v1/tasks',
);
const HIDDEN = get('/%252e%252e/etc/passwd /shell/%c0%ae%c0%ae/% /.env /.git/config /site.json');
const ABSENT = [
  ...get('/_system/config /_studio /storage/v1/bucket /graphql/v1 auth/admin/users auth/factors rest/users'),
  ...get('auth/verify?token=123456 rest/pg_shadow rest/rpc/tasks_version'),
  ...['POST auth/otp {"email":"{known}"}', 'POST rest/rpc/calendar_feed {"secret":"x"}', 'QUERY rest/tasks'],
  ...['POST rest/rpc/pg_sleep {"seconds":9}', 'PUT rest/tasks {}', 'POST rest/profiles {}'],
];
const QUERIES = [
  ...['*,profiles(*)', 'ctid', 'a:title', 'count()'].map((it) => `GET rest/tasks?select=${it}`),
  ...['title=match.(.{1,255}){1,20}x', 'title=like.*plan*', 'offset=9'].map((it) => `${READ}&${it}`),
  ...['order=created_at.asc;select%20pg_sleep(5)', 'a=1&'.repeat(999)].map((it) => `${READ}&${it}`),
  ...['GET auth/authorize?provider=google&provider=github', 'PATCH rest/tasks {}', 'DELETE rest/tasks'],
  remove(...Array.from({ length: 101 }, () => ID)),
];
const NO_TITLES = ['\0', '\ud83d', a(201), ['a']].map((title) => add({ title }));
const NO_ADDRESSES = [
  ...['{victim},eve', 'eve@evil.example,{victim}', 'anna<eve@evil.example>', '"anna eve"@evil.example'],
  ...['{victim}\r\nBcc: eve@evil.example', 'eve(anna)@evil.example', 'eve@[127.0.0.1]', 'eve@localhost'],
  ...['group:eve@evil.example;', `${a(250)}@evil.example`, ['{victim}']],
].flatMap((email) => [signUp(email), recover(email), resend(email)]);
const LARGE = { 'Content-Length': `${51 << 20}` };
const CHUNKED = { 'Content-Length': '', 'Transfer-Encoding': 'chunked' };
const TOO_MUCH: Sent[] = [`POST auth/signup {"data":"${a(9000)}"}`, [`${ADD} ${a(0x20001)}`, CHUNKED]];
const ELSEWHERE = ['https://evil.example', 'null', 'https://127.0.0.1'];
const CROSS_SITE: Sent = [event(), { 'Sec-Fetch-Site': 'cross-site' }];
const NO_TEXT = Buffer.from([34, 0xff, 0xfe, 34]);
const RENUMBER = 'PATCH rest/profiles?id=eq.{bert} {"id":"{anna}"}';
const ZEROS = gzipSync(Buffer.alloc(12 << 20));

type Attack = [name: string, answer: string, ...steps: Step[]];
const ATTACKS: Attack[] = [
  // Paths, headers and endpoints
  ['paths that are read in two ways', '400 ×10', ...PATHS],
  ['hidden files, mails and events', '404 ×8', ...HIDDEN, ...get('/outbox.json /outbox /events.json')],
  ['what no page asks for', '404 ×16', ...ABSENT],
  ['20,000 characters, or a tunnel', '0 ×1, 431 ×1', `GET /${a(20_000)}`, 'CONNECT evil.example:443'],
  ['no Host', '400 ×6', ...each(READ, 'Host', '', 'a,b', 'x/_s?', 'x@evil.example', '999.1.1.1', 'x:99999')],
  ['a length and chunks', '400', [event(), { 'Transfer-Encoding': 'chunked' }]],
  ['a schema by header', '200 []', [READ, { 'Accept-Profile': 'auth' }]],
  ['a merge by header', '400', [add(), { Prefer: 'resolution=merge-duplicates' }]],
  ['to write to the site', '405 ×3', 'PUT /index.html x', 'DELETE /index.html', 'TRACE /'],
  // Keys, tokens and sessions that are none
  ['another apikey', '401 ×2', ...each(READ, 'apikey', '', '{secretKey}')],
  ['no token', '401', [READ, { Authorization: '' }]],
  ['a token in the address', '400', [`${READ}&access_token={token of anna}`, { Authorization: '' }]],
  ['the secret key as token, or no signature', '401 ×8', ...withToken('{secretKey}', '{unsigned}')],
  ['another secret', REFUSED, forged({}, 'unsafe-secret-change-me')],
  ['a token that has ended', REFUSED, forged({ exp: 1_700_000_000 })],
  ['a token without an end', REFUSED, forged({ exp: undefined })],
  ['a token for all rows', REFUSED, forged({ role: 'service_role' })],
  ['the session of another', REFUSED, forged({ sub: ID })],
  ['after a sign-out', ENDED, after(({ client }) => client.auth.signOut({ scope: 'global' }))],
  ['after the account is deleted', ENDED, after(({ client }) => client.rpc('delete_account'))],
  ['after an old refresh token is used again', ENDED, after(useOldRefreshToken)],
  // Rows of others
  ["to change another's task", '204', 'PATCH rest/tasks?id=eq.{task} {"title":"x"}'],
  ["to delete another's task", '204', remove('{task}')],
  ["to read another's task", '200 []', `${READ}&id=eq.{task}`],
  ['a task for another', '403', add({ user_id: '{anna}' })],
  ['queries that the site never sends', '400 ×13', ...QUERIES],
  // Bodies
  ['no JSON', '400 ×4', `${ADD} x`, `${ADD} {"title":`, `${ADD} ${'['.repeat(5000)}`, [ADD, {}, NO_TEXT]],
  ['columns and titles that are none', '400 ×6', add({ created_at: '2000-01-01' }), RENUMBER, ...NO_TITLES],
  ['another kind of content', '415', [add(), { 'Content-Type': 'text/plain' }]],
  ['a bomb', '400', [ADD, { 'Content-Encoding': 'gzip' }, ZEROS]],
  ['too much', '413 ×4', ...[add(), event()].map((text): Sent => [text, LARGE]), ...TOO_MUCH],
  ['no address of mail, or another', '400 ×34', ...NO_ADDRESSES, 'PUT auth/user {"email":"new@example.com"}'],
  // Who has an account, and where links lead
  ['known by a sign-in, a sign-up or a mail', 'the same', askForBoth],
  ['a mail, or Google, that leads elsewhere', 'the site, the site', leadElsewhere],
  // Events of browsers, releases, and the operator's pages
  ['an event of another site', '403 ×4', ...each(event(), 'Origin', ...ELSEWHERE), CROSS_SITE],
  ['a move of another site', '403 ×3', ...each(MOVE, 'Origin', ...ELSEWHERE)],
  ['no event', '400 ×2', event({ version: '1\n{"at":1}' }), event({ at: '2026-01-01T00:00:00Z' })],
  ['no remote or device', '400 ×3', ...[{ id: '../a' }, { milliseconds: -1 }, { bucket: 100 }].map(event)],
  ['twelve failures of one address', '204 ×12', many(12, FAILURES)],
  ['a release from another machine', '403 ×2', 'PUT /_releases/retro x', 'POST /_releases/retro/kill {}'],
  ['no release token', '401 ×3', release(KILL, ''), release(KILL, 'withdrawn'), release('PUT planner')],
  ['51 MB', '413 ×2', release(PUT, 'release', LARGE), release(KILL, 'release', LARGE)],
  ['no release', '400 ×6', ...NO_MOVES],
  ['a move that there is not', '404', release('POST retro/sell')],
  ["the operator's page, elsewhere", '403', 'GET /_operate/state'],
  ['mails, with the host of this machine', '404', ['GET /outbox.json', { Host: '127.0.0.1' }]],
  ['no move', '400 ×2', [MOVE, { 'Content-Type': 'text/plain' }], MOVE.replace('"retro', '"../shell')],
  ['the outbox under another name', '404', ['@GET /outbox', { Host: 'evil.example' }]],
  // Limits, and much at once
  ['passwords of one account', '400 ×10, 429 ×2', many(12, guess('a@example.com'))],
  ['passwords from anywhere', '400 ×50, 429 ×2', many(52, guess('b@example.com'), ANYWHERE)],
  ['its address in capitals', '429 ×2', many(2, guess(' B@Example.com'), ANYWHERE)],
  ['passwords of many accounts', '400 ×100, 429 ×2', many(102, guess('{n}@example.com'))],
  ['sign-ups', '200 ×60, 429 ×2', many(62, signUp('{unknown}'))],
  ['mails to one account', '200 ×5, 429 ×2', many(7, recover('c@example.com'), ANYWHERE)],
  ['mails from one address', '200 ×60, 429 ×2', many(62, recover('{unknown}'))],
  ['links', '403 ×60, 429 ×2', many(62, post('verify')({ token_hash: '{n}', type: 'recovery' }))],
  ['refresh tokens', '400 ×600, 429 ×2', many(602, 'POST auth/token?grant_type=refresh_token x')],
  ['settings', '200 ×300, 429 ×2', many(302, 'GET auth/settings')],
  ['a calendar, often', '200 ×62', many(62, 'GET /calendar/{feed}.ics')],
  ['calendars', '404 ×60, 429 ×2', many(62, `GET /calendar/${a(60)}{n}.ics`)],
  ['a release token', '200 ×600, 429 ×2', many(602, 'GET /_releases/retro/token', TEAM_OVER_TLS)],
  ['release tokens', '401 ×60, 429 ×2', many(62, 'GET /_releases/retro', OVER_TLS)],
  ["the operator's own token", '200', ['GET /_operate/state', OPERATOR_OVER_TLS]],
  ["the operator's token", '401 ×10, 429 ×2', many(12, 'GET /_operate/state', OVER_TLS)],
  ['events', '400 ×600, 429 ×2', many(602, 'POST /_events {}')],
  ['new passwords', '422 ×20, 429 ×2', many(22, 'PUT auth/user {"password":"short"}', CARL)],
  ['changes', '204 ×300, 429 ×2', many(302, remove(ID), CARL)],
  ['300 sign-ins at once', 'refused', many(300, guess('{n}@example.org'), ANYWHERE, 300)],
  ['100 megabytes at once', 'refused', many(100, `${ADD} ${a(1_000_000)}`, ANYWHERE, 100)],
  ['200 connections with half a request', '200 201 [{"title":"x"}] signed out', visitInFlood],
];

async function sendAll(requests: readonly Sent[]): Promise<RawResponse[]> {
  return Promise.all(requests.map((one) => (typeof one === 'string' ? site.ask(one) : site.ask(...one))));
}
/** What was answered, as the table says it: '400 Bad request', '400 ×10, 429 ×2', 'refused'; or what is wrong. */
async function run(steps: readonly Step[], expected: string): Promise<string> {
  const all = await Promise.all(steps.map((step) => (typeof step === 'function' ? step() : sendAll([step]))));
  const seen = all.flatMap((answers) => (typeof answers === 'string' ? [] : answers));
  if (typeof all[0] === 'string') return all[0];
  const fault = seen.map((answer) => site.faultIn(answer)).find((found) => found !== null);
  if (fault !== undefined) return fault ?? '';
  if (expected === 'refused' && seen.every(({ status }) => status < 200 || (status >= 400 && status < 504)))
    return expected;
  if (seen.length === 1) return `${seen[0]?.status} ${seen[0]?.body}`;
  return Object.entries(Object.groupBy(seen, ({ status }) => status))
    .map(([status, some]) => `${status} ×${some?.length}`)
    .join(', ');
}

test.each<Attack>(ATTACKS)('%s: %s', async (_, answer, ...steps) => {
  const seen = await run(steps, answer);
  expect(seen.startsWith(answer) ? answer : seen).toBe(answer);
  const before = state;
  state = await site.state();
  expect(state).toEqual(before);
});

test('the log says nothing of all these attacks', () => {
  expect(site.faultsInLog()).toEqual([]);
});
