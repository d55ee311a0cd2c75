import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  copyTemplate,
  makeScratch,
  startServerProcess,
  type ServerProcess,
} from '@space/server/testing/process';
import { readPointer } from '@space/store';
import { TEST_KEY } from '@space/store/testing';
import { packBuild } from '../src/client/packBuild.ts';
import { runCommand } from './commandLine.ts';
import { REMOTE_TYPES, withChange, writeRemoteSource, writeShellSource } from './smallRelease.ts';

// Releases over the network, against a server in a process of its own: what a team does that has an address and a token.

const TOKEN_MAIN = fileURLToPath(new URL('../../server/src/releases/tokenMain.ts', import.meta.url));
const run = promisify(execFile);

let folder: string;
let server: ServerProcess;
const place = (...names: string[]) => join(folder, ...names);
const source = (content: string) => place('sources', content);

/** `npm run token`, in a process of its own beside the running server. */
async function token(...words: string[]) {
  const env = { ...process.env, DATA_DIR: place('data'), SITE_DIR: place('store'), GIT_AUTHOR_NAME: 'Olga' };
  const { stdout, stderr } = await run(process.execPath, [TOKEN_MAIN, ...words], { env });
  return { text: stdout.trim(), said: stderr };
}

const at = (...words: string[]) => runCommand(...words, '--site', server.origin);
const releaseAt = (name: string, content: string, ...words: string[]) =>
  at('release', name, '--from', source(content), '--built', ...words);

async function jsonAt(...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await at(...words, '--json');
  // Each test says what it expects in it.
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The newest lines of a log, as the site tells them. */
async function lastActs(name: string, count: number): Promise<unknown[]> {
  const { lines } = await jsonAt('log', name);
  return (lines as unknown[]).slice(0, count);
}

const pointerOf = (name: string) => readPointer(place('store'), name);
const liveOf = async (name: string) => (await pointerOf(name)).live?.version ?? '';
const done = (line: string) => ({ code: 0, stdout: expect.stringContaining(line) as string, stderr: '' });
const refused = (line: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(line) as string });

/** Asks without our client, as `curl` would. */
const ask = (path: string, bearer: string, init: RequestInit = {}) =>
  fetch(`${server.origin}/_releases/${path}`, { ...init, headers: { Authorization: `Bearer ${bearer}` } });

beforeAll(async () => {
  folder = makeScratch('space-network-');
  await writeShellSource(source('shell'), 'one');
  for (const content of ['clock1', 'clock2', 'clock3', 'notes1'])
    await writeRemoteSource(source(content), content.slice(0, -1), content);
  // What a build by Vite says of itself, beside what is hidden and stays here.
  const vite = join(source('clock2'), 'dist', '.vite');
  await mkdir(vite);
  await writeFile(join(vite, 'manifest.json'), '{ "src/page.ts": { "file": "assets/page-1.js" } }');
  await writeFile(join(vite, 'deps.json'), '{}');
  await writeFile(join(source('clock2'), 'dist', '.DS_Store'), '');
  await writeFile(join(source('clock2'), 'dist', 'pages.json'), '{ "/clock": { "source": "src/page.ts" } }');
  for (const [name, content] of [
    ['shell', 'shell'],
    ['clock', 'clock1'],
  ] as const)
    expect(
      (await runCommand('release', name, '--from', source(content), '--built', '--store', place('store')))
        .code,
    ).toBe(0);
  await copyTemplate(place('data'));
  server = await startServerProcess({ dataDir: place('data'), siteDir: place('store') });
  vi.stubEnv('SPACE_TOKEN', (await token('clock', '--name', 'the pipeline of clock')).text);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

test('a release is live on the site, in the words and the object of the command, and the log names the token', async () => {
  const before = await liveOf('clock');
  const told = await jsonAt(
    'release',
    'clock',
    '--from',
    source('clock2'),
    '--built',
    '--message',
    'a -- faster "clock"',
  );
  const after = await liveOf('clock');
  expect(told).toMatchObject({
    command: 'release',
    ok: true,
    changed: true,
    version: after,
    pages: 'derived',
  });
  expect(after).not.toBe(before);
  const record = await readFile(place('store', 'remotes', 'clock', after, 'release.json'), 'utf8');
  expect(JSON.parse(record)).toMatchObject({ chunks: { '/clock': [] } });
  expect(await readFile(place('store', 'clock', 'index.html'), 'utf8')).toContain(after);

  expect(await releaseAt('clock', 'clock2')).toEqual(
    done(`clock ${after} is already live; nothing new was released.`),
  );
  expect(await at('releases', 'clock')).toEqual(done('a -- faster "clock"'));
  expect(await at('log', 'clock')).toEqual(done('The chain of hashes holds.'));
  expect(await lastActs('clock', 2)).toMatchObject([
    {
      what: 'release',
      to: after,
      who: expect.stringMatching(/^the pipeline of clock \(token [0-9a-f]{8}\)$/) as string,
    },
    { what: 'add', who: expect.stringContaining('the pipeline of clock') as string },
  ]);
});

test('every move is made by the site, and says what it would say there', async () => {
  const first = await liveOf('clock');
  const canary = ['canary', 'clock', '10%', '--from', source('clock3'), '--built'];
  expect(await at(...canary)).toEqual(
    done(`is tried on 10 % of devices; ${first} stays live for the others.`),
  );
  expect(await at('canary', 'clock', '30%', '--same')).toEqual(done('(before: 10 %)'));
  expect((await pointerOf('clock')).canary?.percent).toBe(30);
  expect(await at('abort', 'clock', '--message', 'not yet')).toEqual(
    done(`clock ${first} is live for everybody.`),
  );
  expect(await at('canary', 'clock', '30%', '--same')).toEqual(refused('No canary is under way.'));
  await at(...canary);
  expect(await at('promote', 'clock')).toEqual(done(`is live for everybody (before: ${first}).`));
  expect(await at('rollback', 'clock', '--message', 'it flickers')).toEqual(
    done(`clock is back at ${first}`),
  );
  expect(await at('rollback', 'clock', '0.1.0-0123456789ab')).toEqual(refused('There is no release 0.1.0-'));
  expect(await at('kill', 'clock', 'it', 'runs -- backwards')).toEqual(
    done('Its pages say: it runs -- backwards'),
  );
  expect((await pointerOf('clock')).disabled?.reason).toBe('it runs -- backwards');
  expect(await at('revive', 'clock')).toEqual(done(`clock is switched on again: ${first} is live.`));
});

test('a team asks what an upgrade of the shell would refuse of its remote', async () => {
  expect(await at('doctor', 'clock')).toEqual(done('clock uses tasks'));
  const upgrade = ['--without', 'tasks', '--share', 'react@20.0.0'];
  expect(await at('doctor', 'clock', ...upgrade)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('clock must move first') as string,
  });
  expect(await jsonAt('doctor', 'clock', ...upgrade)).toMatchObject({ ok: false, mustMove: ['clock'] });
  expect(await at('doctor', 'clock', '--from', source('shell'))).toEqual(refused('A shell is not sent'));
  for (const query of ['else=1', 'without=%20'])
    expect((await ask(`clock/doctor?${query}`, process.env['SPACE_TOKEN'] ?? '')).status).toBe(400);
});

test('what the gate refuses is refused with its rules, changes nothing, and is written down', async () => {
  const before = await pointerOf('clock');
  const types = withChange(REMOTE_TYPES, 'title: string', 'heading: string');
  await writeRemoteSource(source('clock9'), 'clock', 'clock9', types);
  const words = ['release', 'clock', '--from', source('clock9'), '--built'];
  expect(await at(...words)).toEqual(refused('types: '));
  expect(await jsonAt(...words)).toMatchObject({ ok: false, name: 'clock', refusals: [{ rule: 'types' }] });
  expect(await pointerOf('clock')).toEqual(before);
  const act = { what: 'refused release', reason: expect.stringContaining('types: ') as string };
  expect(await lastActs('clock', 2)).toMatchObject([act, act]);
});

test('no answer names a place of the server', async () => {
  const { text } = await token('notes');
  await rm(place('sources', 'empty'), { recursive: true, force: true });
  await writeRemoteSource(source('empty'), 'notes', 'empty');
  await rm(join(source('empty'), 'dist', 'mf-manifest.json'));
  const body = await packBuild({ folder: source('empty'), dist: join(source('empty'), 'dist') });
  const answers = [
    await ask('notes', text, { method: 'PUT', body: body as BodyInit }),
    await ask('clock', process.env['SPACE_TOKEN'] ?? ''),
    await ask('notes', text),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 200, 422]);
  for (const answer of answers) expect(await answer.text()).not.toContain(folder);
});

test('the first release of a remote makes its folder', async () => {
  const { text, said } = await token('notes');
  expect(said).toContain('There is no notes in');
  expect(await releaseAt('notes', 'notes1', '--token', text)).toEqual(done('is live (the first release).'));
  expect(await readFile(place('store', 'notes', 'index.html'), 'utf8')).toContain(await liveOf('notes'));
});

test('a preview is stored and shown by its label, listed, and ended, and no pointer moves', async () => {
  const before = await pointerOf('clock');
  await writeRemoteSource(source('clock7'), 'clock', 'clock7');
  const words = ['preview', 'clock', '--label', 'pr-12'];
  const only = ['--token', (await token('clock', '--only', 'preview')).text];
  const build = ['--from', source('clock7'), '--built'];
  expect(await at(...words, ...build, ...only)).toEqual(done('It is shown at /clock?preview=clock:pr-12'));
  const told = await jsonAt(...words, ...build, '--days', '3');
  expect(told).toMatchObject({ ok: true, label: 'pr-12', address: '/clock?preview=clock:pr-12' });
  const shown = await fetch(`${server.origin}/remotes/clock/preview-pr-12.json`);
  expect(shown.headers.get('cache-control')).toBe('no-cache');
  expect(await shown.json()).toMatchObject({ version: told['version'], title: 'the clock' });
  expect(await at('releases', 'clock')).toEqual(done(`clock: preview pr-12 is ${String(told['version'])}`));
  expect(await pointerOf('clock')).toEqual(before);
  expect(await at(...words, ...build, '--days', '400')).toEqual(
    refused('This is not what such a request takes'),
  );
  expect(await at(...words, '--end', ...only)).toEqual(done('The preview pr-12 of clock'));
  expect((await fetch(`${server.origin}/remotes/clock/preview-pr-12.json`)).status).toBe(404);
  expect(await at(...words, '--end')).toEqual(refused("There is no preview 'pr-12' of clock."));
  expect(await at('preview', 'clock', ...build)).toEqual(refused('A preview needs a label'));
});

describe('a token', () => {
  afterEach(async () => expect((await jsonAt('releases', 'clock'))['damage']).toEqual([]));

  test('that is unknown, withdrawn or of another remote is refused in the same words', async () => {
    const known = (await token('clock')).text;
    const id = known.slice('space_'.length, 'space_12345678'.length);
    expect((await ask('clock/token', known)).status).toBe(200);
    const answers = [await ask('notes', known)];
    expect((await token('withdraw', id)).said).toContain(`The token ${id} of clock is withdrawn`);
    answers.push(
      await ask('clock', known),
      await ask('clock', `${known.slice(0, -1)}${known.endsWith('A') ? 'B' : 'A'}`),
      await ask('clock', `space_00000000_${'x'.repeat(43)}`),
      await ask('clock', 'x'),
    );
    const said = await Promise.all(answers.map(async (one) => `${one.status} ${await one.text()}`));
    const words = (name: string) =>
      `401 {"ok":false,"error":"This token does not release ${name}: it is unknown, has expired, was withdrawn or belongs to another remote."}`;
    expect(said).toEqual([words('notes'), ...Array(4).fill(words('clock'))]);
    expect((await token('list')).text).toMatch(new RegExp(`${id} {2}clock +withdrawn \\d{4}-`));
    expect(await releaseAt('clock', 'clock2', '--token', known)).toEqual(refused('This token does not'));
  });

  test('for previews or canaries makes nothing live, and the log says that it tried', async () => {
    const before = await pointerOf('clock');
    const preview = (await token('clock', '--only', 'preview')).text;
    const canary = (await token('clock', '--only', 'canary', '--days', '1')).text;
    expect(await releaseAt('clock', 'clock3', '--token', preview)).toEqual(
      refused('This token is for previews alone.'),
    );
    for (const [move = '', ...words] of [['rollback'], ['promote'], ['kill', 'why'], ['revive']])
      expect(await at(move, 'clock', ...words, '--token', canary)).toEqual(
        refused('This token is for canaries and previews alone.'),
      );
    expect(await pointerOf('clock')).toEqual(before);
    expect(await lastActs('clock', 5)).toMatchObject([
      { what: 'refused revive' },
      { what: 'refused kill' },
      { what: 'refused promote' },
      { what: 'refused rollback' },
      { what: 'refused release', reason: 'This token is for previews alone.' },
    ]);
    const tried = ['canary', 'clock', '5%', '--from', source('clock3'), '--built', '--token', canary];
    expect(await at(...tried)).toEqual(done('is tried on 5 % of devices'));
    expect(await at('abort', 'clock', '--token', canary)).toEqual(done('is live for everybody.'));
  });

  test('is never in the log of the server, nor in its files', async () => {
    const text = process.env['SPACE_TOKEN'] ?? '';
    expect(server.output()).not.toContain(text);
    for (const name of await readdir(place('data', 'release-tokens')))
      expect(await readFile(place('data', 'release-tokens', name), 'utf8')).not.toContain(text.slice(15));
  });
});

test('an upload that is broken off changes nothing and leaves nothing, and the same again is a release', async () => {
  const before = await pointerOf('clock');
  const body = await packBuild({ folder: source('clock3'), dist: join(source('clock3'), 'dist') });
  const { port } = new URL(server.origin);
  for (const share of [0, 0.5, 0.99]) {
    const socket = connect(Number(port), '127.0.0.1');
    const head = [
      'PUT /_releases/clock HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${process.env['SPACE_TOKEN']}`,
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, Math.floor(body.length * share)));
    // It has begun to unpack.
    await expect.poll(() => readdir(place('data', 'uploads'))).not.toEqual([]);
    socket.destroy();
    await expect.poll(() => readdir(place('data', 'uploads'))).toEqual([]);
  }
  expect(await pointerOf('clock')).toEqual(before);
  expect(await releaseAt('clock', 'clock3')).toEqual(done('is live'));
  expect(await readdir(place('data', 'uploads'))).toEqual([]);
});

test('releases of one remote that are sent at the same time follow one another', async () => {
  const answers = await Promise.all(['clock1', 'clock2', 'clock3'].map((one) => releaseAt('clock', one)));
  expect(answers).toEqual(Array(3).fill(done('live')));
  expect((await jsonAt('log', 'clock'))['broken']).toEqual([]);
});

test('where site.json names keys, the signature of the team goes along and is checked', async () => {
  await cp(source('clock3'), source('clock4'), { recursive: true });
  await writeFile(join(source('clock4'), 'dist', 'remoteEntry.js'), 'export const content = 4;\n');
  const site = place('store', 'site.json');
  await writeFile(site, JSON.stringify({ keys: { clock: [TEST_KEY.publicKey] } }));
  expect(await releaseAt('clock', 'clock4')).toEqual(refused('signature: it is not signed'));
  vi.stubEnv('SIGNING_KEY', TEST_KEY.privateKey);
  expect(await releaseAt('clock', 'clock4')).toEqual(done('is live'));
  expect(await lastActs('clock', 2)).toMatchObject([
    { what: 'release' },
    { what: 'add', key: TEST_KEY.fingerprint },
  ]);
  await rm(site);
});

describe('the client refuses before it sends a token', () => {
  test.each([
    [['--site', 'http://planner.example'], 'would read the token on its way'],
    [['--site', 'planner.example'], '--site is the address that people open'],
    [['--site', 'https://planner.example/retro'], '--site is the address that people open'],
    [['--site', 'https://planner.example', '--token', ' '], 'Set SPACE_TOKEN'],
    [['--site', 'https://planner.example', '--store', 'x'], '--site is asked in the place of a store'],
  ])('%j', async (words, line) => {
    expect(await runCommand('revive', 'clock', ...words)).toEqual(refused(line));
  });

  test('and says what is not for a site', async () => {
    expect(await at('derive')).toEqual(refused("Unknown option '--site'"));
    expect(await at('releases')).toEqual(refused('Say which remote'));
    expect(await at('release', 'shell')).toEqual(refused('The shell is released where its store is.'));
  });

  test('and that a site did not answer', async () => {
    const { port } = new URL(server.origin);
    const words = ['revive', 'clock', '--site', `http://127.0.0.1:${Number(port) === 1 ? 2 : 1}`];
    expect(await runCommand(...words)).toEqual(refused('did not answer'));
  });
});
