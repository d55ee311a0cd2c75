import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { actorOf } from './actor.ts';
import { movePointer } from './movePointer.ts';
import { goLive, halt, kill, promote, revive, rollBack, startCanary } from './pointerMoves.ts';
import { addRelease } from './publish.ts';
import { readPointer } from './readStore.ts';
import { makeRecord } from './testing.ts';
import type { Pointer } from './schema.ts';

const [A, B] = ['0.1.0-aaaaaaaaaaaa', '0.1.0-bbbbbbbbbbbb'];
const NOW = new Date(Date.UTC(2026, 10, 21, 12));

let store: string;
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), 'space-moves-'));
  await addRelease(store, makeRecord('clock', { version: A, commit: '1111111111' }), store);
  await addRelease(store, makeRecord('clock', { version: B, commit: '2222222222+changes' }), store);
});
afterEach(() => rm(store, { recursive: true, force: true }));

const move = (how: (pointer: Pointer) => Pointer, reason?: string) =>
  movePointer(store, 'clock', how, { who: 'Ada', reason });
const history = async () => (await readPointer(store, 'clock')).moves;

test('each move adds a line: who, what, from where, to where, from which commit, and why', async () => {
  await move((pointer) => goLive(pointer, A, NOW));
  await move((pointer) => startCanary(pointer, B, 10, NOW));
  await move((pointer) => startCanary(pointer, B, 50, NOW, 'it works'));
  await move((pointer) => promote(pointer, null, NOW));
  await move((pointer) => rollBack(pointer, null, NOW, 'it flickers'));
  await expect(move((pointer) => rollBack(pointer, null, NOW))).rejects.toThrow('no earlier version');
  await move((pointer) => startCanary(pointer, B, 10, NOW));
  await move((pointer) => rollBack(pointer, null, NOW), 'enough seen');
  await move((pointer) => startCanary(pointer, B, 20, NOW));
  await move((pointer) => halt(pointer, B, 'failed on 5 of 5 devices', NOW));
  await move((pointer) => kill(pointer, 'we move house', NOW));
  await move(revive);
  await move((pointer) => pointer);
  const lines = (await history()).toReversed();
  expect(
    lines.map(({ who, what, from, to, percent, commit, reason }) =>
      [who, what, from, to, percent, commit, reason].map((one) => one ?? '–').join(' | '),
    ),
  ).toEqual([
    `Ada | release | – | ${A} | – | 1111111111 | –`,
    `Ada | canary | – | ${B} | 10 | 2222222222+changes | –`,
    `Ada | canary | ${B} | ${B} | 50 | 2222222222+changes | it works`,
    `Ada | promote | ${A} | ${B} | – | 2222222222+changes | it works`,
    `Ada | rollback | ${B} | ${A} | – | 1111111111 | it flickers`,
    `Ada | canary | – | ${B} | 10 | 2222222222+changes | –`,
    `Ada | rollback | ${B} | – | – | 2222222222+changes | enough seen`,
    `Ada | canary | – | ${B} | 20 | 2222222222+changes | –`,
    `Ada | halt | ${B} | – | – | 2222222222+changes | failed on 5 of 5 devices`,
    `Ada | kill | ${A} | – | – | 1111111111 | we move house`,
    `Ada | revive | – | ${A} | – | 1111111111 | –`,
  ]);
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted());
});

test('moves at the same time lose no line, and only the last 50 are kept', async () => {
  await move((pointer) => goLive(pointer, A, NOW));
  const people = Array.from({ length: 12 }, (_, index) => `person ${index}`);
  const kills = people.map((who) => movePointer(store, 'clock', (now) => kill(now, who, NOW), { who }));
  await Promise.all(kills);
  expect((await history()).map(({ who }) => who).toSorted()).toEqual(['Ada', ...people].toSorted());
  const { moves, ...pointer } = await readPointer(store, 'clock');
  const many = Array.from({ length: 50 }, () => moves[0]);
  await writeFile(join(store, 'remotes/clock/pointer.json'), JSON.stringify({ ...pointer, moves: many }));
  await move(revive);
  expect(await history()).toMatchObject([{ what: 'revive' }, ...many.slice(1)]);
});

test('a pointer from before the history was kept in it only has a shorter one', async () => {
  await move((pointer) => goLive(pointer, A, NOW));
  const file = join(store, 'remotes/clock/pointer.json');
  const { moves: _, ...former } = JSON.parse(await readFile(file, 'utf8')) as Pointer;
  await writeFile(file, JSON.stringify(former));
  expect(await history()).toEqual([]);
  await move((pointer) => goLive(pointer, B, NOW));
  await move((pointer) => rollBack(pointer, null, NOW));
  expect(await history()).toMatchObject([
    { what: 'rollback', to: A },
    { what: 'release', from: A, to: B },
  ]);
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
