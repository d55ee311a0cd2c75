import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archive, newAddress, openSite, type Headers, type Person, type Site } from './support/attacker.ts';
import { CANARY } from './support/canaryStore.ts';
import { folderForAll } from './support/folder.ts';
import { openHttp1, type RawResponse } from './support/rawHttp.ts';

// Attacks on a real server with its limits on: the name of each, what is sent, what is answered, and what is the same
// afterwards. Anna's tasks, her profile and her account must be the same after each of them.

const at = folderForAll();
let site: Site;
let rows: unknown;
beforeAll(async () => {
  site = await openSite(at('data'));
  rows = await site.rows();
});
afterAll(() => site.close());

const READ = 'GET /rest/v1/tasks?select=*';
const ADD = 'POST /rest/v1/tasks';
const SIGN_IN = 'POST /auth/v1/token?grant_type=password';
const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token';
const VERIFY = 'POST /auth/v1/verify';
const ID = '00000000-0000-4000-8000-000000000000';
const PART = { title: 'x', task_date: '2026-11-20', emoji: null, completed: false };
const WHOLE = { ...PART, starred: false, pinned: false };
const get = (path: string) => `GET ${path}`;
const add = (changes: object = {}) =>
  `${ADD} ${JSON.stringify({ title: 'x', task_date: '2026-11-20', ...changes })}`;
const guess = (email: string) => `${SIGN_IN} ${JSON.stringify({ email, password: 'Wrong pass 1' })}`;
const recover = (email: unknown) => `POST /auth/v1/recover ${JSON.stringify({ email })}`;
const signUp = (email: string) => `POST /auth/v1/signup ${JSON.stringify({ email, password: 'Passw0rd!' })}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const select = (columns: string) => `GET /rest/v1/tasks?select=${columns}`;
const DEFAULT = 'unsafe-secret-change-me'; // of @supabase/lite
const HALF_HEAD = 'POST /rest/v1/tasks HTTP/1.1\r\nHost: ';
const HALF_BODY = `${HALF_HEAD}x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`;
const a = (count: number) => 'a'.repeat(count);

const bert = (text: string, headers?: Headers, body?: Uint8Array) =>
  site.visit(text, site.bert, headers, body);
const inTurn = async (...texts: string[]) => {
  const answers = [];
  for (const text of texts) answers.push(await bert(text));
  return answers;
};

/** Sends the same many times, twenty at once: from one address as a visitor, unless `more` has others. {n} is the number. */
async function many(count: number, text: string, more: { from?: () => string; as?: () => Person } = {}) {
  const address = newAddress();
  const { from = () => address, as = () => undefined } = more;
  const all: RawResponse[] = [];
  while (all.length < count) {
    const some = Array.from({ length: Math.min(20, count - all.length) }, (_, index) =>
      site.visit(text.replaceAll('{n}', `${all.length + index}`), as(), { 'X-Forwarded-For': from() }),
    );
    all.push(...(await Promise.all(some)));
  }
  return all;
}
const ANYWHERE = { from: newAddress };
const WRONG_TOKEN = { from: () => '', as: () => ({ ...site.carl, token: 'space_00000000_x' }) };
const CARL = { as: () => site.carl };
const atOnce = (count: number, text: string) =>
  Promise.all(Array.from({ length: count }, (_, index) => bert(text.replaceAll('{n}', `${index}`))));

/** What tokens that are none may do: read, delete Anna's task, and ask for the account. */
async function withTokens(...tokens: string[]): Promise<RawResponse[]> {
  const each = [READ, 'DELETE /rest/v1/tasks?id=eq.{task}', 'GET /auth/v1/user'];
  return Promise.all(tokens.flatMap((token) => each.map((text) => site.visit(text, { token }))));
}

/** What the tokens of a session may do after something has ended it. */
async function afterEnd(end: (person: Person) => PromiseLike<unknown>): Promise<RawResponse[]> {
  const person = await site.signUp();
  await end(person);
  const texts = [READ, add(), 'GET /auth/v1/user', 'POST /auth/v1/logout'];
  const refresh = `${REFRESH} ${JSON.stringify({ refresh_token: person.refreshToken })}`;
  return [...(await Promise.all(texts.map((text) => site.visit(text, person)))), await site.visit(refresh)];
}
const ENDED = '400 ×1, 401 ×2, 403 ×2';

async function changePasswordElsewhere({ email, password }: Person): Promise<void> {
  const { body } = await site.visit(`${SIGN_IN} ${JSON.stringify({ email, password })}`);
  const { access_token: token } = JSON.parse(body) as { access_token: string }; // as the sign-in answers
  await site.visit('PUT /auth/v1/user {"password":"Another1!"}', { token });
}

const RESEND = 'POST /auth/v1/resend {"email":"{who}","type":"signup"}';
/** Sends the same for an address that has an account and for one that has none: compares status, headers and fields. */
async function forBoth(...texts: string[]): Promise<string> {
  const both = ['{known}', '{unknown}'].map(async (who) => {
    const all = await Promise.all(texts.map((text) => site.visit(text.replace('{who}', who))));
    return all
      .map(
        ({ status, headers, body }) =>
          `${status} ${Object.keys(headers).join()} ${body.replaceAll(/:("[^"]*"|\d+|null)/g, '')}`,
      )
      .join();
  });
  const [known, unknown] = await Promise.all(both);
  return known === unknown ? `the same ${known}` : `${known} and ${unknown}`;
}

/** Uses the link for a new password that was mailed to a new person. */
async function withLink(texts: (token: string) => string[]): Promise<RawResponse[]> {
  const { email } = await site.signUp();
  await site.visit(recover(email));
  return inTurn(...texts(await site.linkTokenFor(email)));
}
const redeem = (token_hash: string, type = 'recovery') => `${VERIFY} ${JSON.stringify({ token_hash, type })}`;

const ELSEWHERE = 'http%3A%2F%2F127.0.0.1%40evil.example%2F';
const leadsTo = (address: string) => (address.startsWith(`${site.server.origin}/`) ? 'the site' : address);
/** Where the mail for a new password and the way back from Google lead, if they are asked to lead elsewhere. */
async function leadElsewhere(): Promise<string> {
  const { email } = await site.signUp();
  await site.visit(recover(email).replace(' {', `?redirect_to=${ELSEWHERE} {`));
  const begun = await site.ask(`GET /auth/v1/authorize?provider=google&redirect_to=${ELSEWHERE}`);
  const state = new URL(begun.headers['location'] ?? '').searchParams.get('state');
  const back = await site.ask(`GET /auth/v1/callback?state=${state}&error=access_denied`);
  return `${leadsTo((await site.mailsTo(email))[0] ?? 'nowhere')}, ${leadsTo(back.headers['location'] ?? 'nowhere')}`;
}

/** Reads the calendars of new persons before and after calls that void their addresses. */
async function feedsAround(...calls: string[]): Promise<RawResponse[]> {
  const all = calls.map(async (call) => {
    const { client } = await site.signUp();
    const { data: secret } = await client.rpc('renew_calendar_feed');
    const before = await site.ask(`GET /calendar/${String(secret)}.ics`);
    await client.rpc(call);
    return [before, await site.ask(`GET /calendar/${String(secret)}.ics`)];
  });
  return (await Promise.all(all)).flat();
}
const VOIDS = ['renew_calendar_feed', 'withdraw_calendar_feed', 'delete_account'];

const FAILURE = {
  id: 'retro',
  version: CANARY,
  outcome: 'fell-back',
  cause: 'render',
  milliseconds: 9,
  bucket: 1,
};
const event = (changes: object, headers: Headers = {}) =>
  site.ask(`POST /_events ${JSON.stringify({ ...FAILURE, ...changes })}`, {
    'Content-Type': 'text/plain',
    ...headers,
  });
const failures = () => {
  const from = { 'X-Forwarded-For': newAddress() };
  return Promise.all(Array.from({ length: 12 }, (_, bucket) => event({ bucket }, from)));
};

/** Sends a release, or a move of one, with a token of retro, which is withdrawn before or may only preview. */
async function release(text: string, body?: Uint8Array, kind: 'all' | 'preview' | 'withdrawn' = 'all') {
  const scope = kind === 'preview' ? 'preview' : 'all';
  const token = (await site.tokens.make({ remote: 'retro', name: 'x', scope, by: 'x', days: 1 })).text;
  if (kind === 'withdrawn') await site.tokens.withdraw(token.slice(6, 14));
  return site.ask(text, { Authorization: `Bearer ${token}`, ...THIS_MACHINE }, body);
}
const KILL = 'POST /_releases/retro/kill {}';
/** Other machines need TLS for a release. */
const THIS_MACHINE = { 'X-Forwarded-For': '' };

const outbox = (method: string, headers: Headers = {}) =>
  openHttp1(site.server.operatorOrigin).send({ method, path: '/outbox.json', headers });
const hosts = (...names: string[]) => Promise.all(names.map((Host) => bert(READ, { Host })));

/** A person's visit while 200 connections have sent a part of a request, and after they have gone away. */
async function visitDuring(part: string): Promise<string> {
  const close = await site.openConnections(part);
  const during = await visit();
  close();
  return during === (await visit()) ? during : 'another afterwards';
}

async function visit(): Promise<string> {
  const page = await site.ask('GET /', { Accept: 'text/html' });
  const { client, id, email, password } = await site.signUp();
  await client.auth.signInWithPassword({ email, password });
  const added = await client
    .from('tasks')
    .insert({ title: 'Water it', task_date: '2026-11-20', user_id: id });
  const tasks = client.from('tasks').select('title');
  const { data } = await tasks.gte('task_date', '2026-11-16').lte('task_date', '2026-11-22');
  const { error } = await client.auth.signOut();
  return `${page.status} ${added.status} ${JSON.stringify(data)} ${error === null ? 'signed out' : error.message}`;
}
const VISIT = '200 201 [{"title":"Water it"}] signed out';

/** One request of Bert's, several whose answers are counted, or what else an attacker does. */
type Attack = string | readonly string[] | (() => Promise<RawResponse | readonly RawResponse[] | string>);

const ATTACKS: readonly [name: string, Attack, answer: string, unchanged?: keyof Site['unchanged']][] = [
  // Paths and headers that are read in two ways
  ['dots that lead out', ['GET /rest/v1/../../_system/config', 'GET /auth/v1/%2e%2e/.%2E/_system'], '400 ×2'],
  ['encoded separators, backslashes', ['GET /remotes/..%2f..%5csite.json', 'GET /rest/..\\..\\x'], '400 ×2'],
  ['dots encoded twice, or overlong', ['GET /%252e%252e/etc/passwd', 'GET /shell/%c0%ae%c0%ae/%'], '404 ×2'],
  ['NUL, a line break, no ASCII, #', ['GET /%00', 'GET /x%0d%0aa:b', 'GET /é', 'GET /x#/..'], '400 ×4'],
  [
    'the address of another site',
    ['GET http://evil.example/x', 'GET //evil.example/rest/v1/tasks'],
    '400 ×2',
  ],
  ['20,000 characters, or a tunnel', [`GET /${a(20_000)}`, 'CONNECT evil.example:443'], '0 ×1, 431 ×1'],
  [
    'hidden and private files',
    '/.env /.git/config /site.json /secrets.json /shell//pointer.json'.split(' ').map(get),
    '404 ×5',
  ],
  [
    'names that are no Host',
    () => hosts('', 'a,b', 'x/_system/config?', 'x@evil.example', '999.1.1.1', 'x:99999'),
    '400 ×6',
  ],
  ['a length and chunks', () => event({}, { 'Transfer-Encoding': 'chunked' }), '400', 'events'],
  ['a method by header', () => bert(READ, { 'X-HTTP-Method-Override': 'DELETE' }), '200 []'],
  ['a schema by header', () => bert(READ, { 'Accept-Profile': 'auth' }), '200 []'],
  ['a merge by header', () => bert(add(), { Prefer: 'resolution=merge-duplicates' }), '400'],
  // Endpoints that there are not
  ['the library', ['/_system/config', '/_studio', '/storage/v1/bucket', '/graphql/v1'].map(get), '404 ×4'],
  ['accounts', ['/auth/v1/admin/users', '/auth/v1/factors', '/rest/v1/users'].map(get), '404 ×3'],
  ['other ways in', ['GET /auth/v1/verify?token=123456', 'POST /auth/v1/otp {"email":"{known}"}'], '404 ×2'],
  ['the database', ['GET /rest/v1/pg_shadow', 'POST /rest/v1/rpc/pg_sleep {"seconds":9}'], '404 ×2'],
  ['the calendars of all', 'POST /rest/v1/rpc/calendar_feed {"secret":"x"}', '404'],
  ['other methods', ['PUT /rest/v1/tasks {}', 'QUERY /rest/v1/tasks', 'POST /rest/v1/profiles {}'], '404 ×3'],
  ['a site that is written to', ['PUT /index.html x', 'DELETE /index.html', 'TRACE /'], '405 ×3'],
  // Keys, tokens and sessions that are none
  ['no apikey', () => bert(READ, { apikey: '' }), '401'],
  ['the secret key as apikey', () => bert(READ, { apikey: site.server.secretKey }), '401'],
  ['a token in the address', () => site.visit(`${READ}&access_token=${site.anna.token}`), '400'],
  ['a signature that is none', () => withTokens(site.forge({}, 'none', null)), '401 ×3'],
  ['a signature of a known secret', () => withTokens(site.forge({}, 'HS256', DEFAULT)), '401 ×2, 403 ×1'],
  ['a signature of another kind', () => withTokens(site.forge({}, 'HS512')), '401 ×2, 403 ×1'],
  ['an expired token', () => withTokens(site.forge({ exp: 1_700_000_000 })), '401 ×2, 403 ×1'],
  ['a token without an end', () => withTokens(site.forge({ exp: undefined })), '401 ×2, 403 ×1'],
  ['a token for all rows', () => withTokens(site.forge({ role: 'service_role' })), '401 ×2, 403 ×1'],
  ['a session that never was', () => withTokens(site.forge({ session_id: ID })), '401 ×2, 403 ×1'],
  ['the session of another', () => withTokens(site.forge({ sub: site.bert.id })), '401 ×2, 403 ×1'],
  ['the secret key as token', () => withTokens(site.server.secretKey), '401 ×3'],
  ['after a sign-out', () => afterEnd(({ client }) => client.auth.signOut({ scope: 'global' })), ENDED],
  ['after the account is deleted', () => afterEnd(({ client }) => client.rpc('delete_account')), ENDED],
  ['after another password', () => afterEnd(changePasswordElsewhere), ENDED],
  // Rows of others, and what the site never asks
  ["another's task, to change it", 'PATCH /rest/v1/tasks?id=eq.{task} {"title":"x"}', '204'],
  ["another's task, to delete it", 'DELETE /rest/v1/tasks?id=eq.{task}', '204'],
  ["another's task, to read it", `${READ}&id=eq.{task}`, '200 []'],
  ["another's task, to find it", 'POST /rest/v1/rpc/search_tasks {"search":"%private_plan%"}', '200 []'],
  ['a task for another', add({ user_id: '{anna}' }), '403'],
  ["the id of another's task", add({ id: '{task}' }), '409'],
  ['the id of another', 'PATCH /rest/v1/profiles?id=eq.{bert} {"id":"{anna}"}', '400'],
  ['patterns', [`${READ}&title=match.(.{1,255}){1,20}x`, `${READ}&title=like.*plan*`], '400 ×2'],
  ['other tables and columns', ['*,profiles(*)', 'ctid', 'a:title', 'count()'].map(select), '400 ×4'],
  ['an order that is SQL', `${READ}&order=created_at.asc;select%20pg_sleep(5)`, '400'],
  [
    'other filters',
    [`${READ}&offset=9`, `${READ}&user_id=eq.{anna}`, `${READ}${'&a=1'.repeat(999)}`],
    '400 ×3',
  ],
  ['to change or delete all', ['PATCH /rest/v1/tasks {"completed":true}', 'DELETE /rest/v1/tasks'], '400 ×2'],
  ['to delete 101', `DELETE /rest/v1/tasks?id=in.(${Array.from({ length: 101 }, () => ID).join()})`, '400'],
  // Bodies
  ['no JSON', [`${ADD} x`, `${ADD} {"title":`, `${ADD} ${'['.repeat(5000)}`], '400 ×3'],
  ['mass assignment', [add({ created_at: '2000-01-01T00:00:00Z' }), add({ admin: true })], '400 ×2'],
  ['a list of 101', `${ADD} ${JSON.stringify(Array.from({ length: 101 }, () => WHOLE))}`, '400'],
  ['NUL, or half a character', [add({ title: '\0' }), add({ title: '\ud83d' })], '400 ×2'],
  ['a title too long, or no text', [add({ title: a(201) }), add({ title: ['a'] })], '400 ×2'],
  ['bytes that are no text', () => bert(ADD, {}, Buffer.from([34, 0xff, 0xfe, 34])), '400'],
  ['another kind of content', () => bert(add(), { 'Content-Type': 'text/plain' }), '415'],
  ['a bomb', () => bert(ADD, { 'Content-Encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000))), '400'],
  ['a megabyte', () => bert(ADD, {}, Buffer.alloc(1_000_000, 'a')), '413'],
  ['9 kB for an account', `POST /auth/v1/signup {"data":"${a(9000)}"}`, '413'],
  ['no address of mail', [recover(['{known}']), recover('{known}\r\nBcc: b@example.com')], '400 ×2', 'mails'],
  ['a password of 73 bytes', `POST /auth/v1/signup {"email":"{unknown}","password":"${a(73)}"}`, '400'],
  ['another address for an account', 'PUT /auth/v1/user {"email":"new@example.com"}', '400'],
  // Who has an account, links, and where they lead
  ['known by a sign-in', () => forBoth(guess('{who}')), 'the same 400'],
  ['known by a mail', () => forBoth(signUp('{who}'), recover('{who}'), RESEND), 'the same 200'],
  [
    'a link, wrong and twice',
    () => withLink((it) => [redeem(it, 'signup'), redeem(sha256(it)), redeem(it), redeem(it)]),
    '200 ×1, 403 ×3',
  ],
  ['a mail, or Google, that leads elsewhere', leadElsewhere, 'the site, the site'],
  ['another provider', 'GET /auth/v1/authorize?provider=google&provider=github', '400'],
  ['calendars whose address is void', () => feedsAround(...VOIDS), '200 ×3, 404 ×3'],
  // Events of browsers, releases, and the operator's pages
  ['an event of another site', () => event({}, { Origin: 'https://evil.example' }), '403', 'events'],
  ['a line of the log as event', () => event({ version: '1\n{"at":1}' }), '400', 'events'],
  ['an event with a field too many', () => event({ at: '2026-01-01T00:00:00Z' }), '400', 'events'],
  ['an event of 3,000 characters', () => event({ version: a(3000) }), '413', 'events'],
  ['twelve failures of one address', failures, '204 ×12', 'releases'],
  ['a release from another machine', ['PUT /_releases/retro x', KILL], '403 ×2', 'releases'],
  ['a release without a token', () => site.ask(KILL, THIS_MACHINE), '401', 'releases'],
  ['a release of another remote', () => release('PUT /_releases/planner x'), '401', 'releases'],
  ['a withdrawn token', () => release('PUT /_releases/retro x', undefined, 'withdrawn'), '401', 'releases'],
  ['a token for previews', () => release('POST /_releases/retro/promote {}', undefined, 'preview'), '403'],
  ['an archive that leads out', () => release('PUT /_releases/retro', archive('../../x')), '400', 'releases'],
  ['a link in an archive', () => release('PUT /_releases/retro', archive('dist', '/etc')), '400', 'releases'],
  ['a bomb as archive', () => release('PUT /_releases/retro', gzipSync(Buffer.alloc(120 << 20))), '413'],
  ['a release to another store', () => release('PUT /_releases/retro?store=/tmp x'), '400', 'releases'],
  ["the operator's pages", ['/_operate', '/outbox.json', '/events.json', '/metrics'].map(get), '404 ×4'],
  ['the outbox under another name', () => outbox('GET', { Host: 'evil.example' }), '404'],
  ['the outbox, to empty it', () => outbox('DELETE'), '405', 'mails'],
  // Limits
  ['passwords of one account', () => many(12, guess('a@example.com')), '400 ×10, 429 ×2'],
  ['passwords from anywhere', () => many(52, guess('b@example.com'), ANYWHERE), '400 ×50, 429 ×2'],
  ['its address in capitals', () => many(2, guess(' B@Example.com'), ANYWHERE), '429 ×2'],
  ['passwords of many accounts', () => many(102, guess('{n}@example.com')), '400 ×100, 429 ×2'],
  ['sign-ups', () => many(62, signUp('{unknown}')), '200 ×60, 429 ×2'],
  ['mails to one account', () => many(7, recover('c@example.com'), ANYWHERE), '200 ×5, 429 ×2'],
  ['mails from one address', () => many(62, recover('{unknown}')), '200 ×60, 429 ×2'],
  ['links', () => many(62, redeem('{n}')), '403 ×60, 429 ×2'],
  ['refresh tokens', () => many(602, `${REFRESH} {"refresh_token":"{n}"}`), '400 ×600, 429 ×2'],
  ['settings', () => many(302, 'GET /auth/v1/settings'), '200 ×300, 429 ×2'],
  ['calendars', () => many(62, `GET /calendar/${a(60)}{n}.ics`), '404 ×60, 429 ×2'],
  ['release tokens, after two above', () => many(62, 'GET /_releases/retro', WRONG_TOKEN), '401 ×58, 429 ×4'],
  ['events', () => many(602, 'POST /_events {}'), '400 ×600, 429 ×2', 'events'],
  ['new passwords', () => many(22, 'PUT /auth/v1/user {"password":"short"}', CARL), '422 ×20, 429 ×2'],
  ['changes', () => many(302, `DELETE /rest/v1/tasks?id=eq.${ID}`, CARL), '204 ×300, 429 ×2'],
  // Much at once
  ['300 sign-ins at once', () => atOnce(300, guess('{n}@example.org')), 'refused'],
  ['100 megabytes at once', () => atOnce(100, `${ADD} ${a(1_000_000)}`), 'refused'],
  ['200 connections with half a header', () => visitDuring(HALF_HEAD), VISIT],
  ['200 connections with half a body', () => visitDuring(HALF_BODY), VISIT],
];

/** What an attack was answered, as the table says it: '400 Bad request', '400 ×10, 429 ×2', 'refused'; or what is wrong. */
async function run(attack: Attack, expected: string): Promise<string> {
  const seen = await (typeof attack === 'function' ? attack() : inTurn(...[attack].flat()));
  if (typeof seen === 'string') return seen;
  const all = [seen].flat();
  const fault = all.map((answer) => site.faultIn(answer)).find((each) => each !== null);
  if (fault !== undefined) return fault ?? '';
  const isRefused = ({ status }: RawResponse) =>
    status === 0 || status === 503 || (status >= 400 && status < 500);
  if (expected === 'refused' && all.every(isRefused)) return expected;
  if (!expected.includes(' ×') && all.length === 1) return `${all[0]?.status} ${all[0]?.body}`;
  return Object.entries(Object.groupBy(all, ({ status }) => status))
    .map(([status, some]) => `${status} ×${some?.length}`)
    .join(', ');
}

test.each(ATTACKS)('%s', async (_, attack, answer, unchanged) => {
  const others = unchanged === undefined ? () => null : site.unchanged[unchanged];
  const before = await others();
  const seen = await run(attack, answer);
  expect(seen.startsWith(answer) ? answer : seen).toBe(answer);
  expect(await others()).toEqual(before);
  const rowsBefore = rows;
  rows = await site.rows();
  expect(rows).toEqual(rowsBefore);
});

test('after all attacks a person signs up, adds a task, reads the week and signs out; the log says nothing', async () => {
  expect(await visit()).toBe(VISIT);
  expect(site.faultInLog()).toBeNull();
});
