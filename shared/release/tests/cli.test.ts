import { cp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { folderForAll, folderForEach } from '@space/server/testing/folders';
import { folderOf } from '@space/store';
import { readCall } from '../src/cli/call.ts';
import { COMMANDS } from '../src/cli/main.ts';
import { SITE } from '../src/places.ts';
import { makeBuilds, type Builds, type Step } from './support/story.ts';

// What teams type and read, on a store of this machine.

let builds: Builds;
let store: string;
const template = folderForAll();
const at = folderForEach();

const type = (typed: string) => builds.type(typed, '--store', store);
const play = (steps: readonly Step[]) => builds.play(steps, store, '--store', store);
const tell = async (...steps: readonly Step[]) => expect(await play(steps)).toEqual(steps);

async function json(typed: string): Promise<Record<string, unknown>> {
  const { stdout } = await type(`${typed} --json`);
  expect(stdout.split('\n'), 'one line on standard output').toHaveLength(1);
  return JSON.parse(stdout) as Record<string, unknown>;
}

beforeAll(async () => {
  builds = await makeBuilds(template('builds'));
  store = template('store');
  await tell(
    ['release shell of shell1', 'is live (the first release).'],
    ['release clock of clock1', 'kB gzip, contract 3, commit unknown.'],
    ['release notes of notes1', 'notes notes1 is live (the first release).'],
  );
});
beforeEach(async () => {
  store = at();
  await cp(template('store'), store, { recursive: true });
});

const STORIES: Record<string, readonly Step[]> = {
  'a release goes live on the pages; a second one of the same content changes nothing and says so': [
    ['release clock of clock2 --message "a fast one"', 'live (before: clock1).', 'clock2 (before: clock1)'],
    ['release clock of clock2', 'clock clock2 is already live; nothing new was released.'],
    ['releases clock', 'a fast one'],
  ],
  'a rollback returns to a version that worked, and never to a withdrawn one unless it is named': [
    ['rollback clock', '✗ There is no earlier version that worked'],
    ['release clock of clock2', 'clock2 is live'],
    ['rollback clock clock2', '✗ clock2 is live already.'],
    ['rollback clock', 'clock is back at clock1; clock2 is withdrawn.', 'clock1'],
    ['rollback clock', '✗ There is no earlier version that worked'],
    ['stage clock of clock2', '✗ clock2 was taken back, so it cannot be tried.'],
    ['release clock of clock3', 'clock3 is live', 'clock3 (before: clock1)'],
    ['release clock of clock2', 'clock2 is live', 'clock2 (before: clock3)'],
    ['rollback clock clock1', 'clock is back at clock1; clock2 is withdrawn.', 'clock1 (before: clock3)'],
    ['rollback clock', 'clock is back at clock3; clock1 is withdrawn.', 'clock3'],
    ['rollback clock 0.1.0-0123456789ab', '✗ There is no release 0.1.0-0123456789ab of clock in the store.'],
    ['rollback clock clock2', 'clock is back at clock2', 'clock2'],
  ],
  'a canary runs on a share of devices, changes the share, and is promoted or rolled back': [
    ['promote clock', '✗ There is no canary, and nothing is staged.'],
    ['canary clock 10% --same', '✗ There is no canary.'],
    ['canary shell 10%', '✗ everyone gets the same HTML'],
    ['canary clock 10% of clock1', '✗ is live already, for everybody'],
    ['canary clock 10% of clock2', 'tried on 10 % of devices; clock1 stays live for the others.'],
    ['stage clock of clock2', '✗ clock2 is the canary already.'],
    ['canary clock 0.5% of clock2', '(before: 10 %)', 'clock1 (canary: clock2 on 0.5 %)'],
    ['canary clock 0.5 --same', 'nothing was changed'],
    ...['0', '101'].map((share): Step => [`canary clock ${share}% --same`, '✗ above 0 and up to 100']),
    ...['ten', '1e2', '10%%'].map((share): Step => [`canary clock ${share} --same`, '✗ is not a percentage']),
    ['rollback clock clock2', 'clock clock1 is live for everybody.', 'clock1'],
    ['stage clock of clock2', '✗ clock2 was taken back'],
    ['canary clock 10 of clock3', 'tried on 10 %'],
    ['promote clock', 'is live for everybody (before: clock1).', 'clock3 (before: clock1)'],
    ['canary clock 10% of clock2', 'tried on 10 %'],
    ['rollback clock clock1', 'clock is back at clock1; clock3 is withdrawn.', 'clock1'],
  ],
  'a release is staged with the link that tries it, listed, and promoted; a rollback ends a canary': [
    ['stage shell', '✗ everyone gets the same HTML'],
    ['stage clock of clock1', '✗ is live already, for everybody'],
    ['stage clock of clock2', 'Try it: /clock?try=clock@clock2', 'clock1'],
    ['releases clock', 'clock: clock2 is staged since 20'],
    ['rollback clock clock2', '✗ `promote` makes it live'],
    ['stage clock of clock3', 'is staged'],
    ['promote clock', '✗ Several releases are staged. Name one: clock3, clock2.'],
    ['canary clock 10% of clock3', 'tried on 10 %'],
    ['rollback clock', 'clock clock1 is live for everybody.', 'clock1'],
    ['promote clock clock1', '✗ is neither the canary nor staged'],
    ['promote clock', 'clock clock2 was staged and is live for everybody (before: clock1).'],
    ['canary new 10% of new1', "✗ Nothing is live as 'new'"],
    ['stage new of new1', 'Make it live: npm run store -- promote new new1'],
    ['canary new 10% of new1', '✗ Release one first'],
    ['rollback new', '✗ Nothing is live yet'],
    ['promote new', 'is live for everybody (the first release).'],
  ],
  'a remote is switched off with a reason, and on again': [
    ['revive clock', '✗ It is not switched off.'],
    ['kill shell --message why', '✗ The shell cannot be switched off'],
    ['kill clocks --message why', "✗ Nothing is live as 'clocks'"],
    ['kill clock --message "it is slow"', 'Its pages say: it is slow', 'clock1 (off: it is slow)'],
    ['releases', ': it is slow'],
    ['release clock of clock2', 'clock is switched off (it is slow), so its pages do not show this'],
    ['revive clock', 'clock is switched on again: clock2 is live.', 'clock2 (before: clock1)'],
    ['stage clock of clock1', '✗ clock1 was taken back'],
  ],
  'a shell is released and rolled back, and refused if it takes a page of a remote': [
    ['release shell of shell2', 'shell shell2 is live (before: shell1).'],
    ['rollback shell', 'shell is back at shell1; shell2 is withdrawn.'],
    ['release shell of shell9', '✗ pages: /clock belongs to clock'],
  ],
  'what cannot be done is answered by one sentence': [
    ['rollback', '✗ Usage: npm run store -- rollback <name> [version]'],
    ['rollback clock clock2 clock3', '✗ Usage: npm run store -- rollback'],
    ['rollback clock --watch', "✗ Unknown option '--watch'. Usage: npm run store -- rollback"],
    ['rollback clock --message', "✗ Option '--message <value>' argument missing. Usage"],
    [`rollback clock --message ${'x'.repeat(301)}`, '✗ at most 300 characters'],
    ['releases --store https://site.example', '✗ is a folder of this machine, not an address like'],
    ['revive ../shell', '✗ is not the name of a remote'],
  ],
};
test.each(Object.entries(STORIES))('%s', async (_what, steps) => {
  expect(await play(steps)).toEqual(steps);
});

test.each<[store: string, args: string[], environment: NodeJS.ProcessEnv]>([
  [SITE, [], {}],
  ['/srv/site', [], { STORE_DIR: '/srv/site' }],
  ['/a', ['--store', '/a'], { STORE_DIR: '/srv/site' }],
  [resolve('/c/b'), ['--store', 'b'], { INIT_CWD: '/c' }],
])('the store is %s with %j in %j; each usage begins with its command', (folder, args, environment) => {
  for (const [name, command] of Object.entries(COMMANDS)) {
    expect(command.usage).toMatch(new RegExp(`^npm run (store -- )?${name}( |$)`));
    expect(readCall({ ...command, args: [0, 0] }, args, environment).store).toBe(folder);
  }
});

test('an unreadable pointer: the others still release, and `releases` names its remote', async () => {
  await writeFile(join(folderOf(store, 'clock'), 'pointer.json'), '{ "live":');
  expect((await type('release notes of notes2')).stdout).toContain('notes notes2 is live');
  expect((await type('release clock of clock2')).stderr).toContain('pointer.json cannot be read');
  expect((await type('releases')).stdout).toMatch(/clock: .*pointer\.json\s+cannot be read/);
});

test('an unreadable record: the previous version goes live, and a release of the same content repairs it', async () => {
  await type('release clock of clock2');
  await writeFile(join(folderOf(store, 'clock'), builds.version('clock2'), 'release.json'), '[]');
  await tell(['kill notes --message "any move of any team"', 'is switched off', 'clock1']);
  expect((await json('releases clock'))['leftOut']).toMatchObject([{ version: 'clock2' }]);
  await tell(['release clock of clock2', 'clock2', 'clock2 (before: clock1)']);
});

test('the history tells who did what, when and why, newest first, in columns; a refused attempt adds nothing', async () => {
  await type('release clock of clock2 --actor Ada --message "a faster clock"');
  expect((await type('release clock of clock9 --actor Bob')).code).toBe(1);
  await type('rollback clock --actor Cleo --message "it\u001b[31mflickers"');
  const { stdout } = await type('releases clock');
  expect(stdout).toMatch(
    /commit {3}kB gzip {3}contract\n.* – {12}0\.1 {10}3  withdrawn\n.* – {12}0\.1 {10}3  live$/,
  );
  expect(stdout).toMatch(/History .*who .*why\n.* Cleo +rollback .*\n.* Ada +release .*a faster clock\n/);
  expect(stdout).not.toContain('\u001b');
});

test('`releases` names an altered file of a version that visitors get, and exits with 1; no rollback returns to it', async () => {
  await writeFile(join(folderOf(store, 'clock'), builds.version('clock1'), 'remoteEntry.js'), ' ');
  const stdout = expect.stringMatching(/clock: remoteEntry\.js of clock clock1 was\s+altered/) as string;
  for (const command of ['releases', 'releases clock'])
    expect(await type(command)).toEqual({ code: 1, stdout, stderr: '' });
  expect((await type('releases notes')).code).toBe(0);
  await tell(['release clock of clock2', 'is live'], ['rollback clock', '✗ integrity: remoteEntry.js is']);
});

test('`--json` prints the result, or the refusal, as one JSON object', async () => {
  expect(await json('rollback clock')).toEqual({
    ...{ command: 'rollback', ok: false },
    error: 'There is no earlier version that worked, so nothing was rolled back.',
  });
  expect((await json('releases'))['folders']).toMatchObject([
    { name: 'shell', live: { contract: 3 } },
    { name: 'clock', pointer: { canary: null }, leftOut: [] },
    { name: 'notes', trouble: null },
  ]);
  const released = { command: 'release', ok: true, version: 'clock2' };
  expect(await json('release clock of clock2')).toMatchObject({ ...released, changed: true });
  expect(await json('release clock of clock2')).toMatchObject({ ...released, changed: false });
  expect(await json('frobnicate')).toMatchObject({ ok: false });
});
