import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { folderForAll } from '@space/server/testing/folders';
import { readPointer } from '@space/store';
import { packBuild } from '../src/cli/siteClient.ts';
import { startSite, type Site } from './support/site.ts';
import { makeBuilds, type Builds, type Step } from './support/story.ts';

// Releases over the network, against a server in a separate process: what a team can do with an address and a token.

const place = folderForAll();
let builds: Builds;
let server: Site;

const newToken = async (words: string) => (await server.token(words)).stdout.trim();

const type = (typed: string) => builds.type(typed, '--site', server.origin);
const play = (...steps: readonly Step[]) => builds.play(steps, place('store'), '--site', server.origin);
const tell = async (...steps: readonly Step[]) => expect(await play(...steps)).toEqual(steps);
const pointerOf = (name: string) => readPointer(place('store'), name);

/** Sends a request without our client, as `curl` would. */
const request = (path: string, bearer = process.env['SPACE_TOKEN'], init: RequestInit = {}) =>
  fetch(`${server.origin}/_releases/${path}`, { ...init, headers: { Authorization: `Bearer ${bearer}` } });
const pack = (build: string) => packBuild(builds.source(build), join(builds.source(build), 'dist'));

beforeAll(async () => {
  builds = await makeBuilds(place('builds'));
  // Hidden files are not uploaded.
  await writeFile(join(builds.source('clock2'), 'dist', '.DS_Store'), '');
  for (const build of ['shell1', 'clock1'])
    await builds.type(`release ${build.slice(0, -1)} of ${build}`, '--store', place('store'));
  server = await startSite(place);
  vi.stubEnv('SPACE_TOKEN', await newToken('clock --name pipeline'));
});
afterAll(() => server.kill());

test('each command works over the network with its usual messages, and the history, which no visitor can read, names the token', async () => {
  await tell(
    ['release clock of clock2 --message "a -- b"', 'live (before: clock1).', 'clock2 (before: clock1)'],
    ['releases clock', 'a -- b'],
    ['canary clock 10% of clock3', 'is tried on 10 % of devices; clock2 stays live for the others.'],
    ['canary clock 30% --same', '(before: 10 %)'],
    ['rollback clock --message "not yet"', 'clock clock2 is live for everybody.', 'clock2 (before: clock1)'],
    // Nothing that is sent becomes an option.
    ['kill clock', '✗ Visitors read why: say it with --message <text>.'],
    ['kill clock --message=--store=/tmp', 'say: --store=/tmp', 'clock2 (before: clock1, off: --store=/tmp)'],
    ['revive clock', 'clock is switched on again: clock2 is live.'],
    ['stage clock of clock1', `${server.origin}/clock?try=`, 'clock2 (before: clock1)'],
    ['stage clock of clock1', 'Make it live: promote clock1', 'clock2 (before: clock1)'],
  );
  const who = expect.stringMatching(/^pipeline \(token [0-9a-f]{8}\)$/) as string;
  expect((await pointerOf('clock')).moves.at(-2)).toMatchObject({ what: 'release', who });
  expect((await fetch(`${server.origin}/remotes/clock/pointer.json`)).status).toBe(404);
  const tried = () => fetch(`${server.origin}/remotes/clock/staged.json`);
  expect((await tried()).headers.get('cache-control')).toBe('no-cache');
  expect(Object.keys((await (await tried()).json()) as object)).toEqual([builds.version('clock1')]);
  await tell(['promote clock clock1', 'was staged and is live for everybody (before: clock2).']);
  expect(await (await tried()).json()).toEqual({});
  const { stdout } = await type('release clock of clock9 --json');
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, refusals: [{ rule: 'platform' }] });
});

test('the first release of a remote creates its folder, and no response reveals a path of the server', async () => {
  const { stdout, stderr } = await server.token('notes');
  expect(stderr).toContain('There is no notes in');
  const own = stdout.trim();
  await rm(join(builds.source('notes2'), 'dist', 'build.json'));
  for (const [status, response] of [
    [422, await request('notes', own, { method: 'PUT', body: await pack('notes2') })],
    [200, await request('clock')],
    [422, await request('notes', own)],
  ] as const) {
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain(place());
  }
  await tell([`release notes of notes1 --token ${own}`, 'is live (the first release).']);
  expect(await readFile(place('store', 'notes', 'index.html'), 'utf8')).toContain(builds.version('notes1'));
});

test.each<[typed: string, answer: string]>([
  ['rollback clock latest', '✗ The request is not valid'],
  ['release clock --from /tmp', '✗ There is no remote.json in'],
  ['release shell', '✗ The shell can be released only on the machine of its store.'],
  ['releases', '✗ Name the remote: a token is for one remote.'],
  ['export x', "✗ Unknown option '--site'"],
  ['revive clock --store x', '✗ --site cannot be used with --store'],
  ['revive clock --site planner.example', '✗ --site is the address that people open'],
  ['revive clock --site https://planner.example/retro', '✗ --site is the address that people open'],
  ['revive clock --site http://planner.example', '✗ would be sent to http://planner.example unencrypted'],
  ['revive clock --site https://planner.example --token=', '✗ Set SPACE_TOKEN'],
  ['revive clock --site http://127.0.0.1:1', '✗ did not answer'],
])('%s is answered by one sentence, and nothing is changed', async (typed, answer) => {
  expect(await play([typed, answer])).toEqual([[typed, answer]]);
});

test('an upload that is cut off leaves no files, and a retry releases the build', async () => {
  const before = await pointerOf('clock');
  const body = await pack('clock3');
  const uploads = () => readdir(place('data', 'uploads'));
  const bearer = `Authorization: Bearer ${process.env['SPACE_TOKEN']}`;
  const head = `PUT /_releases/clock HTTP/1.1\r\nHost: 127.0.0.1\r\n${bearer}`;
  for (const share of [0, 0.5, 0.99]) {
    // As if the rest followed.
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body.subarray(0, Math.floor(body.length * share)));
    await expect.poll(uploads).not.toEqual([]);
    socket.destroy();
    await expect.poll(uploads).toEqual([]);
  }
  expect(await pointerOf('clock')).toEqual(before);
  await tell(['release clock of clock3', 'is live']);
});

test('a token that is withdrawn, unknown or cut is rejected with the same message, and listed; none is made for no site', async () => {
  const known = await newToken('clock');
  const id = known.slice('space_'.length, 'space_12345678'.length);
  expect((await request('clock/token', known)).status).toBe(200);
  expect((await server.token(`withdraw ${id}`)).stderr).toContain(`The token ${id} of clock is withdrawn`);
  const refused = '✗ This token does not release clock: it is unknown, has expired, was';
  const others = [known, known.slice(0, -1), `space_00000000_${'x'.repeat(43)}`];
  await tell(...others.map((one): Step => [`revive clock --token ${one}`, refused]));
  expect((await server.token('list')).stdout).toMatch(new RegExp(`${id} {2}clock +withdrawn \\d{4}-`));
  const elsewhere = place('elsewhere');
  const stderr = expect.stringContaining(`no site with its data in ${elsewhere}`) as string;
  await expect(server.token('clock', elsewhere)).rejects.toMatchObject({ stdout: '', stderr });
  expect(existsSync(elsewhere)).toBe(false);
});

test('a token for staging or canaries cannot make anything live, and the server prints each attempt, never the token', async () => {
  const stage = await newToken('clock --only stage');
  const canary = await newToken('clock --only canary --days 1');
  const limited = '✗ This token is only for staged releases and canaries.';
  const { live } = await pointerOf('clock');
  const moves = ['rollback clock', `rollback clock ${live?.version}`, 'promote clock', 'revive clock'];
  await tell(
    [`release clock of clock1 --token ${stage}`, '✗ This token is only for staged releases.'],
    ...[...moves, 'kill clock --message why'].map((typed): Step => [`${typed} --token ${canary}`, limited]),
  );
  for (const move of ['release', 'rollback', 'promote', 'kill', 'revive'])
    await expect.poll(server.output).toMatch(new RegExp(`\\(token \\w+\\): ${move} clock: refused`));
  const build = builds.version('clock2') === live?.version ? 'clock3' : 'clock2';
  await tell(
    [`canary clock 10% of ${build} --token ${canary}`, 'is tried on 10 %'],
    [`rollback clock --token ${canary}`, 'is live for everybody.'],
  );
  expect((await pointerOf('clock')).live).toEqual(live);
  const texts = [server.output()];
  for (const name of await readdir(place('data/release-tokens')))
    texts.push(await readFile(place('data/release-tokens', name), 'utf8'));
  for (const secret of [stage, canary]) expect(texts.join('\n')).not.toContain(secret.slice(15));
});
