import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { folderForAll } from '@space/server/testing/folders';
import { folderOf, integrityOf, readPointer } from '@space/store';
import { writeRemoteSource, writeShellSource } from './smallRelease.ts';
import { runCommand } from './support/story.ts';

const WORKER = fileURLToPath(new URL('./support/teamWorker.ts', import.meta.url));
const TEAMS = ['clock', 'notes'] as const;
/** The team whose disk fails: nothing of the other one may suffer. */
const DAMAGED = 'clock';
/** A team goes on until it has done this much. */
const ENOUGH = { commands: 16, kills: 3 };
/** In this share of the commands its process is killed, at one of the next so many changes in the store. */
const KILLED = { share: 0.35, changes: 30 };
/** What a team does next; 'damage' breaks the record of its own live release, as a failing disk does. */
const CHOICES =
  'release release stage stage promote canary rollback rollback kill revive broken damage'.split(' ');

const at = folderForAll();
let store: string;
beforeAll(() => {
  store = at('store');
});

/** The words to release a new build: `isBroken`: the gate refuses its size. */
async function newBuild(name: string, number: number, isBroken = false): Promise<string[]> {
  const source = writeRemoteSource(at(`${name}${number}`), name, `${name}${number}`);
  const random = Array.from({ length: 9000 }, () => Math.random().toString(36));
  if (isBroken) await writeFile(join(source, 'dist', 'assets', 'routes-1.js'), random.join(''));
  return ['--from', source, '--built'];
}

/** The words of a team's next command; damages its live release first, if that is what happens. */
async function wordsFor(name: string, number: number): Promise<string[]> {
  const choice = CHOICES[Math.floor(Math.random() * CHOICES.length)] ?? '';
  if (choice === 'damage') {
    const { live } = await readPointer(store, name);
    if (name === DAMAGED)
      await writeFile(join(folderOf(store, name), live?.version ?? '', 'release.json'), '[]');
    return wordsFor(name, number);
  }
  const words = [choice === 'broken' ? 'release' : choice, name];
  if (choice === 'canary') words.push('20%');
  if (choice === 'kill') words.push('for a test');
  if (['release', 'stage', 'canary', 'broken'].includes(choice))
    words.push(...(await newBuild(name, number, choice === 'broken')));
  return [...words, '--json', '--actor', `team ${name}`, '--store', store];
}

/** Runs a team until it has done enough; its process is killed again and again, and started anew. */
async function work(name: string) {
  /** The live versions that commands have acknowledged. */
  const acknowledged: { version: string; since: string }[] = [];
  /** Replies that were neither done nor a refusal in one sentence. */
  const faults: string[] = [];
  let [commands, kills] = [0, 0];
  const start = () => fork(WORKER, [], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  let child: ChildProcess = start();
  const isDead = () => child.exitCode !== null || child.signalCode !== null;
  for (; commands < ENOUGH.commands || kills < ENOUGH.kills; commands += 1) {
    const words = await wordsFor(name, commands);
    // Killed after it had answered the command before.
    if (isDead()) child = start();
    const running = child;
    let changes = Math.random() < KILLED.share ? 1 + Math.floor(Math.random() * KILLED.changes) : Infinity;
    const watcher = watch(store, { recursive: true }, () => {
      changes -= 1;
      if (changes === 0) running.kill('SIGKILL');
    });
    const reply = await new Promise<{ stdout: string } | null>((resolve) => {
      running.removeAllListeners('exit').once('message', resolve as (message: unknown) => void);
      running.once('exit', () => resolve(null));
      // A process that has just been killed cannot be told anything.
      running.send(words, () => {});
    });
    watcher.close();
    if (reply === null) {
      kills += 1;
      continue;
    }
    // Written by the command.
    type Result = { ok: boolean; live?: { version: string; since: string }; error?: string };
    const { ok, live, error } = JSON.parse(reply.stdout) as Result;
    if (live) acknowledged.push(live);
    else if (!ok && !/^[^\n]+\.$|was refused:/.test(error ?? '')) faults.push(reply.stdout);
  }
  if (child.connected) child.disconnect();
  if (!isDead()) await once(child, 'exit');
  return { name, acknowledged, faults, kills };
}

/** Every script and style sheet that any page has named until now, with its hash: what open tabs may still request. */
const named = new Map<string, string | null>();

async function readPages(isOver: () => boolean): Promise<number> {
  let pages = 0;
  for (; !isOver(); pages += 1) {
    for (const page of ['', ...TEAMS]) {
      const html = await readFile(join(store, page, 'index.html'), 'utf8').catch((error: unknown) => {
        // Only what a team damages of its own may take its page away.
        if (page === DAMAGED) return null;
        throw error;
      });
      if (html === null) continue;
      const [, map = ''] = /<script type="importmap">([^]*?)<\/script>/.exec(html) ?? [];
      // Written by the store: anything else fails here.
      const { integrity } = JSON.parse(map) as { integrity: Record<string, string> };
      for (const [address, hash] of Object.entries(integrity)) named.set(address.replace(/\?.*/, ''), hash);
      for (const [, address = ''] of html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g))
        if (!named.has(address)) named.set(address, null);
      expect(html).toContain('</html>');
    }
    for (const address of named.keys()) await stat(join(store, address));
    await wait(50);
  }
  return pages;
}

test('three-users: two teams release, break, stage, promote, roll back and switch off at the same time and are killed at random: neither changes what the other has live, no pointer is lost, and open tabs keep their files', async () => {
  const release = (name: string, ...words: string[]) =>
    runCommand('release', name, ...words, '--store', store);
  const shell = ['--from', writeShellSource(at('shell'), 'one'), '--built'];
  expect(await release('shell', ...shell)).toMatchObject({ code: 0 });
  for (const name of TEAMS)
    expect(await release(name, ...(await newBuild(name, -1)))).toMatchObject({ code: 0 });

  let isOver = false;
  const reading = readPages(() => isOver);
  const working = Promise.all(TEAMS.map(work)).finally(() => (isOver = true));
  const [pages, teams] = await Promise.all([reading, working]);
  expect(pages).toBeGreaterThan(1);

  for (const { name, acknowledged, faults } of teams) {
    expect(faults).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(0);
    const { live, history, moves } = await readPointer(store, name);
    expect(new Set(moves.slice(0, -1).map(({ who }) => who))).toEqual(new Set([`team ${name}`]));
    // Each entry began when the one before ended: no move is lost between two.
    for (const [place, entry] of history.entries())
      expect(entry.until).toBe((place === 0 ? live : history[place - 1])?.since);
    const known = [live, ...history].map((one) => `${one?.version} ${one?.since}`);
    expect(known).toEqual(
      expect.arrayContaining(acknowledged.map(({ version, since }) => `${version} ${since}`)),
    );
    // After the last kill the next command of any team finds no lock, and makes every page anew.
    expect(await release(name, ...(await newBuild(name, 9999)))).toMatchObject({ code: 0 });
    const now = await readPointer(store, name);
    expect(await readFile(join(store, name, 'index.html'), 'utf8')).toContain(now.live?.version);
  }
  for (const [address, hash] of named) {
    const bytes = await readFile(join(store, address));
    if (hash !== null) expect([address, integrityOf(bytes)]).toEqual([address, hash]);
  }
  const drafts = (await readdir(store, { recursive: true })).filter((file) => /\.draft-[^/]+$/.test(file));
  expect(drafts.length).toBeLessThanOrEqual(teams.reduce((sum, { kills }) => sum + kills, 0));
}, 120_000);
