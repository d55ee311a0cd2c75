import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  copyTemplate,
  makeScratch,
  type ServerProcess,
  startServerProcess,
} from '@space/server/testing/process';
import { readPointer } from '@space/store';
import { packBuild } from '../src/cli/siteClient.ts';
import { runCommand } from './commandLine.ts';
import { writeRemoteSource, writeShellSource } from './smallRelease.ts';

// Releases over the network, against a server in a separate process: what a team can do with an address and a token.

const TOKEN_MAIN = fileURLToPath(new URL('../../server/src/releases/tokens.ts', import.meta.url));
const exec = promisify(execFile);

let folder: string;
let server: ServerProcess;
const place = (...names: string[]) => join(folder, ...names);
const source = (content: string) => place('sources', content);

/** Runs `npm run token` in a separate process while the server runs. */
const token = (...args: string[]) => tokenIn(place('data'), ...args);

/** The same with another data directory. */
async function tokenIn(dataDir: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, STORE_DIR: place('store'), GIT_AUTHOR_NAME: 'Olga' };
  const { stdout, stderr } = await exec(process.execPath, [TOKEN_MAIN, ...args], { env });
  return { text: stdout.trim(), stderr };
}

const run = (...args: string[]) => runCommand(...args, '--site', server.origin);
const build = (content: string) => ['--from', source(content), '--built'];
const releaseAt = (name: string, content: string, ...args: string[]) =>
  run('release', name, ...build(content), ...args);

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

test('a release over the network goes live once, and the history, which no visitor can read, names the token', async () => {
  const before = await liveOf('clock');
  const message = 'a -- faster "clock"';
  const data = await jsonAt('release', 'clock', ...build('clock2'), '--message', message);
  const after = await liveOf('clock');
  expect(data).toMatchObject({ command: 'release', ok: true, changed: true, version: after });
  expect(after).not.toBe(before);
  const record = await readFile(place('store', 'remotes', 'clock', after, 'release.json'), 'utf8');
  expect(JSON.parse(record)).toMatchObject({ chunks: { '/clock': [] } });
  expect(await readFile(place('store', 'clock', 'index.html'), 'utf8')).toContain(after);
  expect(await releaseAt('clock', 'clock2')).toEqual(
    done(`clock ${after} is already live; nothing new was released.`),
  );
  expect(await run('releases', 'clock')).toEqual(done(message));
  const who = expect.stringMatching(/^the pipeline of clock \(token [0-9a-f]{8}\)$/) as string;
  expect((await pointerOf('clock')).moves).toMatchObject([
    { what: 'release', to: after, who },
    { what: 'release', from: null },
  ]);
  expect((await fetch(`${server.origin}/remotes/clock/pointer.json`)).status).toBe(404);
});

test('stage, canary, promote, rollback, kill and revive work over the network with their usual messages', async () => {
  const first = await liveOf('clock');
  const canary = ['canary', 'clock', '10%', ...build('clock3')];
  expect(await run(...canary)).toEqual(
    done(`is tried on 10 % of devices; ${first} stays live for the others.`),
  );
  expect(await run('canary', 'clock', '30%', '--same')).toEqual(done('(before: 10 %)'));
  expect(await run('rollback', 'clock', '--message', 'not yet')).toEqual(done(`clock ${first} is live for`));
  await run(...canary);
  expect(await run('promote', 'clock')).toEqual(done(`is live for everybody (before: ${first}).`));
  expect(await run('rollback', 'clock', '--message', 'it flickers')).toEqual(
    done(`clock is back at ${first}`),
  );
  expect(await run('kill', 'clock', 'it', 'runs -- backwards')).toEqual(done('it runs -- backwards'));
  expect(await run('revive', 'clock')).toEqual(done(`clock is switched on again: ${first} is live.`));

  await writeRemoteSource(source('clock8'), 'clock', 'clock8');
  const limited = ['--token', (await token('clock', '--only', 'stage')).text];
  const staged = await jsonAt('stage', 'clock', ...build('clock8'), '--message', 'to try', ...limited);
  const version = String(staged['version']);
  expect(staged['address']).toBe(`/clock?try=clock@${version}`);
  const tried = () => fetch(`${server.origin}/remotes/clock/staged.json`);
  expect((await tried()).headers.get('cache-control')).toBe('no-cache');
  expect(Object.keys((await (await tried()).json()) as object)).toEqual([version]);
  expect(await liveOf('clock')).toBe(first);
  expect(await run('promote', 'clock', version)).toEqual(done('was staged and is live for everybody'));
  expect(await (await tried()).json()).toEqual({});
  await run('rollback', 'clock');
});

test('the first release of a remote creates its folder, and no response reveals a path of the server', async () => {
  const { text, stderr } = await token('notes');
  expect(stderr).toContain('There is no notes in');
  await writeRemoteSource(source('empty'), 'notes', 'empty');
  await rm(join(source('empty'), 'dist', 'build.json'));
  const body = await packBuild(source('empty'), join(source('empty'), 'dist'));
  const responses = [
    await request('notes', text, { method: 'PUT', body }),
    await request('clock', process.env['SPACE_TOKEN'] ?? ''),
    await request('notes', text),
  ];
  expect(responses.map(({ status }) => status)).toEqual([422, 200, 422]);
  for (const response of responses) expect(await response.text()).not.toContain(folder);
  expect(await releaseAt('notes', 'notes1', '--token', text)).toEqual(done('is live (the first release).'));
  expect(await readFile(place('store', 'notes', 'index.html'), 'utf8')).toContain(await liveOf('notes'));
});

/** A source of clock whose remote.json is another text. */
async function sourceWith(remoteJson: string): Promise<string[]> {
  await writeRemoteSource(source('malformed'), 'clock', 'malformed');
  await writeFile(join(source('malformed'), 'remote.json'), remoteJson);
  return build('malformed');
}

/** Sends a part of an archive as if the rest followed, and gives up. */
async function uploadPart(share: number): Promise<void> {
  const body = await packBuild(source('clock3'), join(source('clock3'), 'dist'));
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  const authorization = `Authorization: Bearer ${process.env['SPACE_TOKEN']}`;
  const head = ['PUT /_releases/clock HTTP/1.1', 'Host: x', authorization, `Content-Length: ${body.length}`];
  socket.write(`${head.join('\r\n').replace('Host: x', 'Host: 127.0.0.1')}\r\n\r\n`);
  socket.write(body.subarray(0, Math.floor(body.length * share)));
  // The server has begun to unpack the upload.
  await expect.poll(() => readdir(place('data', 'uploads'))).not.toEqual([]);
  socket.destroy();
}

describe('bad input is answered by one sentence, and nothing is changed', () => {
  test.each<[string, string, () => Promise<unknown>]>([
    [
      'a remote.json that is no JSON',
      'remote.json cannot be read: ',
      async () => run('release', 'clock', ...(await sourceWith('{ "name":'))),
    ],
    [
      'a remote.json without a title',
      "remote.json cannot be read: 'title' is missing.",
      async () => run('release', 'clock', ...(await sourceWith('{ "name": "clock" }'))),
    ],
    [
      'a folder without a remote.json',
      'There is no remote.json in',
      () => run('release', 'clock', '--from', folder),
    ],
    [
      'a token of another remote',
      'This token does not release notes: it is unknown, has expired, was withdrawn or belongs to another remote.',
      () => releaseAt('notes', 'notes1'),
    ],
    [
      'a version that is not in the store',
      'There is no release 0.1.0-0123456789ab of clock in the store.',
      () => run('rollback', 'clock', '0.1.0-0123456789ab'),
    ],
    ['a version that is no version', 'The request is not valid', () => run('rollback', 'clock', 'latest')],
    [
      'a version that is not staged',
      '0.1.0-0123456789ab is neither the canary nor staged.',
      () => run('promote', 'clock', '0.1.0-0123456789ab'),
    ],
    ['a canary that is not there', 'There is no canary.', () => run('canary', 'clock', '30%', '--same')],
    ['a remote that is not there', "Nothing is live as 'clocks'", () => runAtHome('kill', 'clocks', 'why')],
    [
      'the shell',
      'The shell can be released only on the machine of its store.',
      () => run('release', 'shell'),
    ],
    ['no remote', 'Name the remote: a token is for one remote.', () => run('releases')],
    ['a command that a site does not have', "Unknown option '--site'", () => run('export', 'x')],
    ['a site that is none', '--site is the address that people open', () => runAt('planner.example')],
    [
      'a path of a site',
      '--site is the address that people open',
      () => runAt('https://planner.example/retro'),
    ],
    [
      'a site without TLS',
      'would be sent to http://planner.example unencrypted',
      () => runAt('http://planner.example'),
    ],
    ['no token', 'Set SPACE_TOKEN', () => runAt('https://planner.example', '--token', ' ')],
    [
      'a site and a store',
      '--site cannot be used with --store',
      () => runAt('https://planner.example', '--store', 'x'),
    ],
    ['a site that does not answer', 'did not answer', () => runAt('http://127.0.0.1:1')],
  ])('%s', async (_what, sentence, command) => {
    const before = await pointerOf('clock');
    const result = (await command()) as Awaited<ReturnType<typeof run>>;
    expect(result).toEqual(refused(sentence));
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
    expect(await pointerOf('clock')).toEqual(before);
  });
  const runAtHome = (...args: string[]) => runCommand(...args, '--store', place('store'));
  const runAt = (site: string, ...args: string[]) => runCommand('revive', 'clock', '--site', site, ...args);

  test('a truncated upload leaves no files, and a retry releases the build', async () => {
    const before = await pointerOf('clock');
    for (const share of [0, 0.5, 0.99]) {
      await uploadPart(share);
      await expect.poll(() => readdir(place('data', 'uploads'))).toEqual([]);
    }
    const body = await packBuild(source('clock3'), join(source('clock3'), 'dist'));
    const half = { method: 'PUT', body: body.subarray(0, body.length / 2) };
    const response = await request('clock', process.env['SPACE_TOKEN'] ?? '', half);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('This is not a complete tar archive compressed with gzip'),
    ]);
    expect(await pointerOf('clock')).toEqual(before);
    expect(await releaseAt('clock', 'clock3')).toEqual(done('is live'));
  });

  test('a release that the gate refuses reports the rules', async () => {
    const before = await pointerOf('clock');
    await writeRemoteSource(source('clock9'), 'clock', 'clock9', ['later']);
    const args = ['release', 'clock', ...build('clock9')];
    expect(await run(...args)).toEqual(refused('platform: '));
    expect(await jsonAt(...args)).toMatchObject({ ok: false, refusals: [{ rule: 'platform' }] });
    expect(await pointerOf('clock')).toEqual(before);
  });

  test('two releases at once are made one after the other', async () => {
    const results = await Promise.all(['clock1', 'clock2', 'clock3'].map((one) => releaseAt('clock', one)));
    expect(results).toEqual(Array(3).fill(done('live')));
    const { live, history } = await pointerOf('clock');
    expect(history[0]?.until).toBe(live?.since);
  });
});

describe('a token', () => {
  test('that is unknown, withdrawn or for another remote is rejected with the same message', async () => {
    const known = (await token('clock')).text;
    const id = known.slice('space_'.length, 'space_12345678'.length);
    expect((await request('clock/token', known)).status).toBe(200);
    expect((await token('withdraw', id)).stderr).toContain(`The token ${id} of clock is withdrawn`);
    const others = [
      known,
      `${known.slice(0, -1)}${known.endsWith('A') ? 'B' : 'A'}`,
      `space_00000000_${'x'.repeat(43)}`,
      'x',
    ];
    const responses = await Promise.all(others.map((one) => request('clock', one)));
    const bodies = await Promise.all(responses.map(async (one) => `${one.status} ${await one.text()}`));
    expect(new Set(bodies)).toEqual(
      new Set([expect.stringMatching(/^401 .*This token does not release clock: it is unknown, /)]),
    );
    expect((await token('list')).text).toMatch(new RegExp(`${id} {2}clock +withdrawn \\d{4}-`));
  });

  test('for staging or canaries cannot make anything live, and the server prints each attempt, never the token', async () => {
    await releaseAt('clock', 'clock1');
    const before = await pointerOf('clock');
    const stage = (await token('clock', '--only', 'stage')).text;
    const canary = (await token('clock', '--only', 'canary', '--days', '1')).text;
    expect(await releaseAt('clock', 'clock3', '--token', stage)).toEqual(
      refused('This token is only for staged releases.'),
    );
    for (const [move = '', ...args] of [
      ['rollback'],
      ['rollback', before.live?.version ?? ''],
      ['promote'],
      ['kill', 'why'],
      ['revive'],
    ]) {
      expect(await run(move, 'clock', ...args, '--token', canary)).toEqual(
        refused('This token is only for staged releases and canaries.'),
      );
      await expect
        .poll(() => server.output())
        .toMatch(new RegExp(`\\(token \\w+\\): ${move} clock: refused`));
    }
    expect(await pointerOf('clock')).toEqual(before);
    expect(await run('canary', 'clock', '10%', ...build('clock2'), '--token', canary)).toMatchObject({
      code: 0,
    });
    expect(await run('rollback', 'clock', '--token', canary)).toEqual(done('is live for everybody.'));
    expect((await pointerOf('clock')).live).toEqual(before.live);
    for (const text of [stage, canary]) {
      expect(server.output()).not.toContain(text);
      for (const name of await readdir(place('data', 'release-tokens')))
        expect(await readFile(place('data', 'release-tokens', name), 'utf8')).not.toContain(text.slice(15));
    }
  });

  test('is made only for a site that is there', async () => {
    const elsewhere = place('elsewhere');
    const stderr = expect.stringContaining(`no site with its data in ${elsewhere}`) as string;
    await expect(tokenIn(elsewhere, 'clock')).rejects.toMatchObject({ stdout: '', stderr });
    expect(existsSync(elsewhere)).toBe(false);
  });
});
