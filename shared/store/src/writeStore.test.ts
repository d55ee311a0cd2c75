import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actorOf } from './actor.ts';
import { filesOf } from './files.ts';
import { goLive, halt, kill, promote, revive, rollBack, stage, startCanary } from './pointer.ts';
import { readPointer } from './readStore.ts';
import { writeRelease } from './testing/index.ts';
import { EMPTY_POINTER, type Pointer } from './schema.ts';
import { addRelease, endExpiredStages, movePointer, publish } from './writeStore.ts';

// What the moves do and refuse: shared/release/tests/cli.test.ts.

const FILES = {
  'remoteEntry.js': `export const words = '${'abcd '.repeat(1000)}';\n`,
  'clock.css': '.clock {}\n',
  'face.woff2': 'x'.repeat(2000),
};
const versionOf = (letter: string) => `0.1.0-${letter.repeat(12)}`;
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(versionOf) as [string, string, string, string];
const build = (version: string) =>
  writeRelease(join(folder, 'build'), 'clock', FILES, {
    version,
    commit: `commit-${version.slice(-1)}`,
    pages: [{ path: '/clock', access: 'public', title: 'Clock' }],
    styles: ['clock.css'],
  });

let folder: string;
let store: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 28, 12) });
  folder = await mkdtemp(join(tmpdir(), 'space-store-'));
  store = join(folder, 'store');
  await add(A);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const add = (version: string) => addRelease(store, build(version), join(folder, 'build'));
const move = (how: (pointer: Pointer) => Pointer, reason?: string) =>
  movePointer(store, 'clock', how, { who: 'Ada', reason });
const live = (version: string) => move((pointer) => goLive(pointer, version, new Date()));
const stageIt = (version: string) =>
  publish(store, build(version), join(folder, 'build'), 'staged', { who: 'Ada' });
const placed = (version: string, file = '') => join(store, 'remotes/clock', version, file);
/** What browsers may try, as they read it. */
const tried = async () =>
  JSON.parse(await readFile(join(store, 'remotes/clock/staged.json'), 'utf8')) as Record<string, unknown>;
const inDays = (days: number) => vi.setSystemTime(Date.now() + days * 86_400_000);

test('text files of a release are also stored compressed; an intact release is not written again, a damaged one is repaired', async () => {
  const files = ['', '.br', '.gz'].map((ending) => placed(A, `remoteEntry.js${ending}`));
  const listed = ['clock.css', 'face.woff2', 'release.json', 'remoteEntry.js'];
  expect(await filesOf(placed(A))).toEqual([...listed, 'remoteEntry.js.br', 'remoteEntry.js.gz']);
  const sound = await Promise.all(files.map((file) => readFile(file)));
  const [entry, brotli, gzip] = sound as [Buffer, Buffer, Buffer];
  for (const text of [entry, brotliDecompressSync(brotli), gunzipSync(gzip)])
    expect(text.toString()).toBe(FILES['remoteEntry.js']);
  const { ino } = await stat(placed(A));
  await add(A);
  expect((await stat(placed(A))).ino).toBe(ino);
  for (const [index, file] of files.entries()) {
    await truncate(file, 20);
    await Promise.all([add(A), add(A)]);
    expect(await readFile(file)).toEqual(sound[index]);
  }
});

test('each move adds a line: who, what, from where, to where, from which commit, and why; a move that changes nothing adds none', async () => {
  await add(B);
  const now = new Date();
  const canary = (percent: number, why?: string) => move((one) => startCanary(one, B, percent, now), why);
  const back = (why: string) => move((one) => rollBack(one, null, now), why);
  const steps: [line: string, step: () => Promise<unknown>][] = [
    ['Ada | release | – | a | – | commit-a | –', () => live(A)],
    ['Ada | canary | – | b | 10 | commit-b | –', () => canary(10)],
    ['Ada | canary | b | b | 50 | commit-b | it works', () => canary(50, 'it works')],
    ['Ada | promote | a | b | – | commit-b | it works', () => move((one) => promote(one, null, now))],
    ['Ada | rollback | b | a | – | commit-a | it flickers', () => back('it flickers')],
    ['Ada | canary | – | b | 20 | commit-b | –', () => canary(20)],
    ['Ada | rollback | b | – | – | commit-b | seen', () => back('seen')],
    ['Ada | canary | – | b | 20 | commit-b | –', () => canary(20)],
    ['Ada | halt | b | – | – | commit-b | it fails', () => move((one) => halt(one, B, 'it fails', now))],
    ['Ada | stage | – | c | – | commit-c | –', () => stageIt(C)],
    ['Ada | release | a | c | – | commit-c | –', () => live(C)],
    ['Ada | kill | c | – | – | commit-c | we move', () => move((one) => kill(one, 'we move', now))],
    ['Ada | revive | – | c | – | commit-c | –', () => move((one) => revive(one, now))],
  ];
  for (const [line, step] of steps) {
    await step();
    const { who, what, from, to, percent, commit, reason } =
      (await readPointer(store, 'clock')).moves[0] ?? {};
    const cells = [who, what, from?.at(-1), to?.at(-1), percent, commit, reason];
    expect(cells.map((cell) => cell ?? '–').join(' | ')).toBe(line);
  }
  await move((pointer) => halt(pointer, D, 'too late', now));
  await expect(stageIt(B)).rejects.toThrow('was taken back'); // it was halted
  await expect(live(D)).rejects.toThrow(`There is no release ${D} of clock in the store.`);
  expect((await readPointer(store, 'clock')).moves).toHaveLength(steps.length);
});

// That browsers check the files of a staged release by their hashes: e2e/specs/try.spec.ts.
test.each<[string, boolean, () => Promise<unknown>]>([
  ['its remote is switched off', false, () => move((pointer) => kill(pointer, 'broken', new Date()))],
  ['it is promoted', true, () => move((pointer) => promote(pointer, null, new Date()))],
  ['it is the canary', true, () => move((pointer) => startCanary(pointer, B, 10, new Date()))],
  ['14 days have passed since it was staged last', false, async () => inDays(14)],
])('a staged release cannot be tried once %s; its files stay: %s', async (_when, isKept, leave) => {
  await live(A);
  await stageIt(B);
  inDays(13.9);
  await endExpiredStages(store, 'clock');
  expect(Object.keys(await tried())).toEqual([B]);
  await stageIt(B);
  await leave();
  await endExpiredStages(store, 'clock');
  expect([await tried(), (await readPointer(store, 'clock')).staged]).toEqual([{}, []]);
  inDays(14);
  await endExpiredStages(store, 'clock');
  expect(existsSync(placed(B))).toBe(isKept);
});

test('the history keeps fifty releases and moves; of the staged releases the newest twenty stay', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 12, minute));
  const many = Array.from({ length: 60 }, (_, index) => `0.1.0-${String(index).padStart(12, '0')}`);
  const pointer = many.reduce((one, version, minute) => goLive(one, version, at(minute)), EMPTY_POINTER);
  expect(pointer.live).toEqual({ version: many[59], since: at(59).toISOString() });
  expect(pointer.history.map(({ version }) => version)).toEqual(many.slice(9, 59).toReversed());
  expect(pointer.history[0]).toMatchObject({ since: at(58).toISOString(), until: at(59).toISOString() });
  expect(pointer.moves).toHaveLength(50);
  const stageAll = (one: Pointer, version: string) => stage(one, version, at(60));
  const { staged } = [A, ...many.slice(0, 30)].reduce(stageAll, EMPTY_POINTER);
  expect(staged.map(({ version }) => version)).toEqual(many.slice(10, 30).toReversed());
});

test('another percentage keeps the start of a canary; the next canary forgets one that was halted', () => {
  const begun = startCanary(goLive(EMPTY_POINTER, A, new Date(0)), B, 10, new Date(0));
  const { canary } = startCanary(begun, B, 50, new Date());
  expect(canary).toEqual({ version: B, percent: 50, since: new Date(0).toISOString() });
  expect(startCanary(halt(begun, B, 'failed', new Date()), C, 10, new Date()).halted).toBeNull();
});

test('a move removes what killed processes left 14 days before; what is younger and what visitors had stays', async () => {
  for (const version of [B, C]) await add(version);
  await live(B);
  await live(A);
  await rename(placed(C), placed('.draft-1'));
  await add(C);
  inDays(15);
  await add(D);
  await stageIt(B);
  await move((pointer) => kill(pointer, 'broken', new Date()));
  const there = [A, B, C, D, '.draft-1'].filter((one) => existsSync(placed(one)));
  expect(there).toEqual([A, B, D]);
});

const GITHUB = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '7' };
test.each<[who: string, environment: NodeJS.ProcessEnv]>([
  ['Ada <ada@b.org>', { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@b.org', GITHUB_ACTOR: 'bot' }],
  ['octocat (https://github.com/a/b/actions/runs/7)', { GITHUB_ACTOR: 'octocat', ...GITHUB }],
  ['ada (https://lab.example/3)', { GITLAB_USER_LOGIN: 'ada', CI_JOB_URL: 'https://lab.example/3' }],
])('takes the actor from the environment: %s', (who, environment) => {
  expect(actorOf(environment)).toBe(who);
});
