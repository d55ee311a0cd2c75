import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  copyTemplate,
  makeScratch,
  type ServerProcess,
  startServerProcess,
} from '@space/server/testing/process';
import { readPointer, type Pointer } from '@space/store';
import { packBuild } from '../src/client/packBuild.ts';
import { runCommand } from './commandLine.ts';
import { writeRemoteSource, writeShellSource } from './smallRelease.ts';

// Releases over the network, against a server in a separate process: what a team can do with an address and a token.

const TOKEN_MAIN = fileURLToPath(new URL('../../server/src/releases/tokenMain.ts', import.meta.url));
const exec = promisify(execFile);

let folder: string;
let server: ServerProcess;
const place = (...names: string[]) => join(folder, ...names);
const source = (content: string) => place('sources', content);

/** Runs `npm run token` in a separate process while the server runs. */
const token = (...args: string[]) => tokenIn(place('data'), ...args);

/** The same with another data directory. */
async function tokenIn(dataDir: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, SITE_DIR: place('store'), GIT_AUTHOR_NAME: 'Olga' };
  const { stdout, stderr } = await exec(process.execPath, [TOKEN_MAIN, ...args], { env });
  return { text: stdout.trim(), stderr };
}

const run = (...args: string[]) => runCommand(...args, '--site', server.origin);
const releaseAt = (name: string, content: string, ...args: string[]) =>
  run('release', name, '--from', source(content), '--built', ...args);

async function jsonAt(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(...args, '--json');
  // Each test checks the fields that it expects.
  return JSON.parse(stdout) as Record<string, unknown>;
}

const pointerOf = (name: string) => readPointer(place('store'), name);
const liveOf = async (name: string) => (await pointerOf(name)).live?.version ?? '';
const done = (line: string) => ({ code: 0, stdout: expect.stringContaining(line) as string, stderr: '' });
const refused = (line: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(line) as string });

/** Sends a request without our client, as `curl` would. */
const request = (path: string, bearer: string, init: RequestInit = {}) =>
  fetch(`${server.origin}/_releases/${path}`, { ...init, headers: { Authorization: `Bearer ${bearer}` } });

beforeAll(async () => {
  folder = makeScratch('space-network-');
  await writeShellSource(source('shell'), 'one');
  for (const content of ['clock1', 'clock2', 'clock3', 'notes1'])
    await writeRemoteSource(source(content), content.slice(0, -1), content);
  // Vite's manifest, which is uploaded, and hidden files, which are not.
  const vite = join(source('clock2'), 'dist', '.vite');
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

test('a release over the network goes live with the usual text and JSON output, and the history, which no visitor can read, names the token', async () => {
  const before = await liveOf('clock');
  const data = await jsonAt(
    'release',
    'clock',
    '--from',
    source('clock2'),
    '--built',
    '--message',
    'a -- faster "clock"',
  );
  const after = await liveOf('clock');
  expect(data).toMatchObject({
    command: 'release',
    ok: true,
    changed: true,
    version: after,
  });
  expect(after).not.toBe(before);
  const record = await readFile(place('store', 'remotes', 'clock', after, 'release.json'), 'utf8');
  expect(JSON.parse(record)).toMatchObject({ chunks: { '/clock': [] } });
  expect(await readFile(place('store', 'clock', 'index.html'), 'utf8')).toContain(after);

  expect(await releaseAt('clock', 'clock2')).toEqual(
    done(`clock ${after} is already live; nothing new was released.`),
  );
  expect(await run('releases', 'clock')).toEqual(done('a -- faster "clock"'));
  expect(((await jsonAt('releases', 'clock'))['pointer'] as Pointer).moves).toMatchObject([
    {
      what: 'release',
      to: after,
      who: expect.stringMatching(/^the pipeline of clock \(token [0-9a-f]{8}\)$/) as string,
    },
    { what: 'release', from: null },
  ]);
  expect((await fetch(`${server.origin}/remotes/clock/pointer.json`)).status).toBe(404);
});

test('canary, promote, rollback, kill and revive work over the network with their usual messages', async () => {
  const first = await liveOf('clock');
  const canary = ['canary', 'clock', '10%', '--from', source('clock3'), '--built'];
  expect(await run(...canary)).toEqual(
    done(`is tried on 10 % of devices; ${first} stays live for the others.`),
  );
  expect(await run('canary', 'clock', '30%', '--same')).toEqual(done('(before: 10 %)'));
  expect((await pointerOf('clock')).canary?.percent).toBe(30);
  expect(await run('rollback', 'clock', '--message', 'not yet')).toEqual(
    done(`clock ${first} is live for everybody.`),
  );
  expect(await run('canary', 'clock', '30%', '--same')).toEqual(refused('There is no canary.'));
  await run(...canary);
  expect(await run('promote', 'clock')).toEqual(done(`is live for everybody (before: ${first}).`));
  expect(await run('rollback', 'clock', '--message', 'it flickers')).toEqual(
    done(`clock is back at ${first}`),
  );
  expect(await run('rollback', 'clock', '0.1.0-0123456789ab')).toEqual(refused('There is no release 0.1.0-'));
  expect(await run('kill', 'clock', 'it', 'runs -- backwards')).toEqual(
    done('Its pages say: it runs -- backwards'),
  );
  expect((await pointerOf('clock')).disabled?.reason).toBe('it runs -- backwards');
  expect(await run('revive', 'clock')).toEqual(done(`clock is switched on again: ${first} is live.`));
});

test('a release that the gate refuses reports the rules and changes nothing', async () => {
  const before = await pointerOf('clock');
  await writeRemoteSource(source('clock9'), 'clock', 'clock9', ['later']);
  const args = ['release', 'clock', '--from', source('clock9'), '--built'];
  expect(await run(...args)).toEqual(refused('platform: '));
  expect(await jsonAt(...args)).toMatchObject({ ok: false, name: 'clock', refusals: [{ rule: 'platform' }] });
  expect(await pointerOf('clock')).toEqual(before);
});

test('no response reveals a path of the server', async () => {
  const { text } = await token('notes');
  await rm(place('sources', 'empty'), { recursive: true, force: true });
  await writeRemoteSource(source('empty'), 'notes', 'empty');
  await rm(join(source('empty'), 'dist', 'mf-manifest.json'));
  const body = await packBuild({ folder: source('empty'), dist: join(source('empty'), 'dist') });
  const responses = [
    await request('notes', text, { method: 'PUT', body: body as BodyInit }),
    await request('clock', process.env['SPACE_TOKEN'] ?? ''),
    await request('notes', text),
  ];
  expect(responses.map(({ status }) => status)).toEqual([422, 200, 422]);
  for (const response of responses) expect(await response.text()).not.toContain(folder);
});

test('the first release of a remote creates its folder', async () => {
  const { text, stderr } = await token('notes');
  expect(stderr).toContain('There is no notes in');
  expect(await releaseAt('notes', 'notes1', '--token', text)).toEqual(done('is live (the first release).'));
  expect(await readFile(place('store', 'notes', 'index.html'), 'utf8')).toContain(await liveOf('notes'));
});

test('a release is staged and promoted over the network, and the server sends what browsers try, never from a cache', async () => {
  const before = await liveOf('clock');
  await writeRemoteSource(source('clock8'), 'clock', 'clock8');
  const stage = ['stage', 'clock', '--from', source('clock8'), '--built', '--message', 'to try'];
  const limited = ['--token', (await token('clock', '--only', 'stage')).text];
  const { version, address } = await jsonAt(...stage, ...limited);
  expect(address).toBe(`/clock?try=clock@${String(version)}`);
  const response = await fetch(`${server.origin}/remotes/clock/staged.json`);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(Object.keys((await response.json()) as object)).toEqual([version]);
  expect(await liveOf('clock')).toBe(before);
  expect(await run('promote', 'clock', String(version), ...limited)).toEqual(
    refused('This token is only for'),
  );
  expect(await run('promote', 'clock', String(version))).toEqual(
    done('was staged and is live for everybody'),
  );
  expect(await (await fetch(`${server.origin}/remotes/clock/staged.json`)).json()).toEqual({});
  await run('rollback', 'clock');
});

describe('a token', () => {
  afterEach(async () => expect((await jsonAt('releases', 'clock'))['damage']).toEqual([]));

  test('that is unknown, withdrawn or for another remote is rejected with the same message', async () => {
    const known = (await token('clock')).text;
    const id = known.slice('space_'.length, 'space_12345678'.length);
    expect((await request('clock/token', known)).status).toBe(200);
    const responses = [await request('notes', known)];
    expect((await token('withdraw', id)).stderr).toContain(`The token ${id} of clock is withdrawn`);
    responses.push(
      await request('clock', known),
      await request('clock', `${known.slice(0, -1)}${known.endsWith('A') ? 'B' : 'A'}`),
      await request('clock', `space_00000000_${'x'.repeat(43)}`),
      await request('clock', 'x'),
    );
    const bodies = await Promise.all(responses.map(async (one) => `${one.status} ${await one.text()}`));
    const refusal = (name: string) =>
      `401 {"ok":false,"error":"This token does not release ${name}: it is unknown, has expired, was withdrawn or belongs to another remote."}`;
    expect(bodies).toEqual([refusal('notes'), ...Array(4).fill(refusal('clock'))]);
    expect((await token('list')).text).toMatch(new RegExp(`${id} {2}clock +withdrawn \\d{4}-`));
    expect(await releaseAt('clock', 'clock2', '--token', known)).toEqual(refused('This token does not'));
  });

  test('for staging or canaries cannot make anything live, and the server prints each attempt', async () => {
    const before = await pointerOf('clock');
    const stage = (await token('clock', '--only', 'stage')).text;
    const canary = (await token('clock', '--only', 'canary', '--days', '1')).text;
    expect(await releaseAt('clock', 'clock3', '--token', stage)).toEqual(
      refused('This token is only for staged releases.'),
    );
    for (const [move = '', ...args] of [['rollback'], ['promote'], ['kill', 'why'], ['revive']])
      expect(await run(move, 'clock', ...args, '--token', canary)).toEqual(
        refused('This token is only for staged releases and canaries.'),
      );
    expect(await pointerOf('clock')).toEqual(before);
    for (const move of ['release', 'rollback', 'promote', 'kill', 'revive'])
      expect(server.output()).toMatch(new RegExp(`\\(token \\w+\\): ${move} clock: refused`));
    const args = ['canary', 'clock', '5%', '--from', source('clock3'), '--built', '--token', canary];
    expect(await run(...args)).toEqual(done('is tried on 5 % of devices'));
    expect(await run('rollback', 'clock')).toEqual(done('is live for everybody.'));
  });

  test('is made only for a site that is there', async () => {
    const elsewhere = place('elsewhere');
    const nowhere = {
      stdout: '',
      stderr: expect.stringContaining(`no site with its data in ${elsewhere}`) as string,
    };
    await expect(tokenIn(elsewhere, 'clock')).rejects.toMatchObject(nowhere);
    expect(existsSync(elsewhere)).toBe(false);
  });

  test('never appears in the output of the server or in its token files', async () => {
    const text = process.env['SPACE_TOKEN'] ?? '';
    expect(server.output()).not.toContain(text);
    for (const name of await readdir(place('data', 'release-tokens')))
      expect(await readFile(place('data', 'release-tokens', name), 'utf8')).not.toContain(text.slice(15));
  });
});

test('an aborted upload changes nothing and leaves no files, and a retry releases the build', async () => {
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
    // The server has begun to unpack the upload.
    await expect.poll(() => readdir(place('data', 'uploads'))).not.toEqual([]);
    socket.destroy();
    await expect.poll(() => readdir(place('data', 'uploads'))).toEqual([]);
  }
  expect(await pointerOf('clock')).toEqual(before);
  expect(await releaseAt('clock', 'clock3')).toEqual(done('is live'));
  expect(await readdir(place('data', 'uploads'))).toEqual([]);
});

test('concurrent releases of one remote are processed one after another', async () => {
  const results = await Promise.all(['clock1', 'clock2', 'clock3'].map((one) => releaseAt('clock', one)));
  expect(results).toEqual(Array(3).fill(done('live')));
});

describe('the client', () => {
  test.each([
    [['--site', 'http://planner.example'], 'The token would be sent to http://planner.example unencrypted'],
    [['--site', 'planner.example'], '--site is the address that people open'],
    [['--site', 'https://planner.example/retro'], '--site is the address that people open'],
    [['--site', 'https://planner.example', '--token', ' '], 'Set SPACE_TOKEN'],
    [['--site', 'https://planner.example', '--store', 'x'], '--site cannot be used with --store'],
  ])('rejects %j before it sends a token', async (args, line) => {
    expect(await runCommand('revive', 'clock', ...args)).toEqual(refused(line));
  });

  test('rejects commands that a site does not support', async () => {
    expect(await run('export', 'x')).toEqual(refused("Unknown option '--site'"));
    expect(await run('releases')).toEqual(refused('Name the remote'));
    expect(await run('release', 'shell')).toEqual(
      refused('The shell can be released only on the machine of its store.'),
    );
  });

  test('reports a site that does not answer', async () => {
    const { port } = new URL(server.origin);
    const args = ['revive', 'clock', '--site', `http://127.0.0.1:${Number(port) === 1 ? 2 : 1}`];
    expect(await runCommand(...args)).toEqual(refused('did not answer'));
  });
});
