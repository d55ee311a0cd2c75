import { appendFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { actorOf } from './actor.ts';
import { parseLog, readLog } from './auditLog.ts';
import { movePointer, logRefusal } from './movePointer.ts';
import { abort, goLive, halt, kill, promote, revive, rollBack, startCanary } from './pointerMoves.ts';
import { addRelease } from './publish.ts';
import { readPointer } from './readStore.ts';
import { troubleOf } from './signedRecord.ts';
import { makeRecord } from './testing.ts';
import type { Pointer } from './schema.ts';

const [A, B] = ['0.1.0-aaaaaaaaaaaa', '0.1.0-bbbbbbbbbbbb'];
const NOW = new Date(Date.UTC(2026, 10, 21, 12));

let store: string;
let file: string;
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), 'space-log-'));
  file = join(store, 'remotes/clock/.log.ndjson');
  for (const version of [A, B])
    await addRelease(store, makeRecord('clock', { version }), store, { who: 'Ada' });
});
afterEach(() => rm(store, { recursive: true, force: true }));

const move = (how: (pointer: Pointer) => Pointer, reason?: string) =>
  movePointer(store, 'clock', how, { who: 'Ada', reason });
const logged = async () => {
  const { lines, broken } = await readLog(store, 'clock');
  expect(broken).toBeNull();
  return lines.map(({ who, what, from, to, reason }) =>
    [who, what, from, to, reason].map((one) => one ?? '–').join(' | '),
  );
};

test('logs every move of a pointer as a line: who did what, from where, to where, and why', async () => {
  await move((pointer) => goLive(pointer, A, NOW));
  await move((pointer) => startCanary(pointer, B, 10, NOW));
  await move((pointer) => startCanary(pointer, B, 50, NOW, 'it works'));
  await move((pointer) => promote(pointer, NOW));
  await move((pointer) => rollBack(pointer, null, NOW, 'it flickers'));
  await move((pointer) => rollBack(pointer, null, NOW)).catch(() => {});
  await move((pointer) => startCanary(pointer, B, 10, NOW));
  await move(abort, 'enough seen');
  await move((pointer) => startCanary(pointer, B, 20, NOW));
  await move((pointer) => halt(pointer, B, 'failed on 5 of 5 devices', NOW));
  await move((pointer) => kill(pointer, 'we move house', NOW));
  await move(revive);
  await move((pointer) => pointer);
  await logRefusal(store, 'clock', { who: 'Bob', what: 'release', to: B, reason: 'types: no' });
  expect(await logged()).toEqual([
    `Ada | add | – | ${A} | –`,
    `Ada | add | – | ${B} | –`,
    `Ada | release | – | ${A} | –`,
    `Ada | canary | – | ${B} on 10 % | –`,
    `Ada | canary | ${B} on 10 % | ${B} on 50 % | it works`,
    `Ada | promote | ${A} | ${B} | it works`,
    `Ada | rollback | ${B} | ${A} | it flickers`,
    `Ada | canary | – | ${B} on 10 % | –`,
    `Ada | abort | ${B} on 10 % | – | enough seen`,
    `Ada | canary | – | ${B} on 20 % | –`,
    `Ada | halt | ${B} on 20 % | – | failed on 5 of 5 devices`,
    `Ada | kill | ${A} | – | we move house`,
    `Ada | revive | – | ${A} | –`,
    `Bob | refused release | – | ${B} | types: no`,
  ]);
});

test('moves no pointer if the log cannot be written', async () => {
  await move((pointer) => goLive(pointer, A, NOW));
  await rm(file);
  await rm(join(store, 'remotes/clock/.log.head'));
  await mkdir(file);
  await expect(move((pointer) => goLive(pointer, B, NOW))).rejects.toThrow('EISDIR');
  expect((await readPointer(store, 'clock')).live?.version).toBe(A);
});

describe('a log of three lines', () => {
  let text: string;
  const brokenBy = async (changed: string) => {
    await writeFile(file, changed);
    return (await readLog(store, 'clock')).broken;
  };
  beforeEach(async () => {
    await move((pointer) => goLive(pointer, A, NOW));
    text = await readFile(file, 'utf8');
  });

  test('detects each altered byte and names its line', async () => {
    const head = (await readFile(join(store, 'remotes/clock/.log.head'), 'utf8')).trim();
    expect(parseLog(text, head, '')).toMatchObject({ broken: null });
    const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
    for (let index = 0; index < text.length; index += 1) {
      const changed = text.slice(0, index) + (text[index] === 'x' ? 'y' : 'x') + text.slice(index + 1);
      const number = starts.filter((start) => start <= index).length;
      expect(parseLog(changed, head, '').broken).toMatch(`line ${number} was altered`);
    }
  });

  test('detects each removed line, including the last one, also after later entries', async () => {
    const lines = text.trimEnd().split('\n');
    for (const [index] of lines.entries()) {
      const rest = lines.filter((_, each) => each !== index);
      expect(await brokenBy(`${rest.join('\n')}\n`)).toMatch(/removed/);
      const head = await readFile(join(store, 'remotes/clock/.log.head'), 'utf8');
      await logRefusal(store, 'clock', { who: 'Ada', what: 'release' });
      expect((await readLog(store, 'clock')).broken).toMatch(/removed/);
      await writeFile(join(store, 'remotes/clock/.log.head'), head);
    }
    await rm(file);
    expect((await readLog(store, 'clock')).broken).toMatch(/newest lines were removed/);
  });

  test('reports a line that a power cut truncated, and accepts new lines after it', async () => {
    await appendFile(file, text.slice(0, 40));
    const cut = await readLog(store, 'clock');
    expect(cut).toMatchObject({ broken: null, cut: [expect.stringMatching(/line 4 was cut short/)] });
    await move((pointer) => goLive(pointer, B, NOW));
    const after = await readLog(store, 'clock');
    expect(after).toMatchObject({ broken: null, cut: cut.cut });
    expect(after.lines.map(({ what }) => what)).toEqual(['add', 'add', 'release', 'release']);
  });

  test('stays valid after a power cut between writing a line and its hash beside the log', async () => {
    const [, , last] = (await readLog(store, 'clock')).lines;
    await writeFile(join(store, 'remotes/clock/.log.head'), `${last?.before}\n`);
    await move((pointer) => goLive(pointer, B, NOW));
    expect(await logged()).toHaveLength(4);
  });
});

test('detects an altered or truncated release record until the same content is added again', async () => {
  const path = join(store, `remotes/clock/${A}/release.json`);
  const trouble = async () => troubleOf(store, 'clock', A, await readLog(store, 'clock'));
  expect(await trouble()).toBeNull();
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('the clock', 'the cluck'));
  expect(await trouble()).toMatch(
    /^release\.json of clock 0\.1\.0-a+ was altered: it is not what Ada stored/,
  );
  await truncate(path, 30);
  expect(await trouble()).toMatch('cannot be read');
  await addRelease(store, makeRecord('clock', { version: A }), store);
  expect(await trouble()).toBeNull();
  expect(await logged()).toHaveLength(3);
});

test.each<[string, NodeJS.ProcessEnv]>([
  [
    'Ada <ada@example.org>',
    { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org', GITHUB_ACTOR: 'bot' },
  ],
  [
    'octocat (https://github.com/space/site/actions/runs/7)',
    {
      GITHUB_ACTOR: 'octocat',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'space/site',
      GITHUB_RUN_ID: '7',
    },
  ],
  [
    'ada (https://gitlab.example/-/jobs/3)',
    { GITLAB_USER_LOGIN: 'ada', CI_JOB_URL: 'https://gitlab.example/-/jobs/3' },
  ],
])('takes the actor from the environment: %s', (who, environment) => {
  expect(actorOf(environment)).toBe(who);
});
