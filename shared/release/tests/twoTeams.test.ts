import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { folderForAll } from '@space/server/testing/folders';
import { folderOf, integrityOf, readPointer } from '@space/store';
import { writeRemoteSource, writeShellSource } from './smallRelease.ts';
import { runModule } from './support/site.ts';
import { runCommand } from './support/story.ts';

const TEAMS = ['clock', 'notes'] as const;
/** The team whose disk fails: nothing of the other one may suffer. */
const DAMAGED = 'clock';
/** This share of the commands is killed, at one of so many changes in the store. */
const KILLED = { share: 0.35, changes: 30 };
/** The gate refuses the build of 'heavy', which is a release. */
const BUILT = 'release release heavy stage stage canary'.split(' ');
/** What a team does next; 'damage' breaks the record of its own live release, as a failing disk does. */
const CHOICES = [...BUILT, ...'promote rollback rollback kill revive damage'.split(' ')];
const ARGUMENTS: Record<string, string[]> = { canary: ['20%'], kill: ['--message', 'for a test'] };

const at = folderForAll();

/** The words for a build that contains a text. */
function buildOf(name: string, text: string): string[] {
  const source = writeRemoteSource(at(`${name}-${text.slice(0, 9)}`), name, text);
  return ['--from', source, '--built'];
}

/** The words of a team's next command; damages its live release first, if that is what happens. */
async function wordsFor(name: string, number: number): Promise<string[]> {
  const choice = CHOICES[Math.floor(Math.random() * CHOICES.length)] ?? '';
  if (choice === 'damage') {
    const { live } = await readPointer(at('store'), name);
    const record = join(folderOf(at('store'), name), live?.version ?? '', 'release.json');
    if (name === DAMAGED) await writeFile(record, '[]');
    return wordsFor(name, number);
  }
  const isHeavy = choice === 'heavy';
  const words = [isHeavy ? 'release' : choice, name, ...(ARGUMENTS[choice] ?? [])];
  const text = isHeavy ? randomBytes(9000).toString('hex') : `${number}`;
  if (BUILT.includes(choice)) words.push(...buildOf(name, text));
  return [...words, '--json', '--actor', `team ${name}`, '--store', at('store')];
}

/** Runs eight of a team's commands, and more until two were killed and one has made something live. */
async function work(name: string) {
  /** The live versions that commands have acknowledged. */
  const acknowledged: { version: string; since: string }[] = [];
  /** Replies that were neither done nor a refusal in one sentence. */
  const faults: string[] = [];
  let kills = 0;
  for (let commands = 0; commands < 8 || kills < 2 || acknowledged.length === 0; commands += 1) {
    const words = await wordsFor(name, commands);
    const running = runModule('shared/release/src/cli/main.ts', words);
    let changes = Math.random() < KILLED.share ? 1 + Math.floor(Math.random() * KILLED.changes) : Infinity;
    const watcher = watch(at('store'), { recursive: true }, () => {
      changes -= 1;
      if (changes === 0) running.child.kill('SIGKILL');
    });
    const ended = running.catch((failure: { signal: string | null; stdout: string }) => failure);
    const { stdout, signal } = { signal: null, ...(await ended) };
    watcher.close();
    kills += Number(signal !== null);
    if (signal !== null) continue;
    // Written by the command.
    type Result = { ok: boolean; live?: { version: string; since: string }; error?: string };
    const { ok, live, error } = JSON.parse(stdout) as Result;
    if (live) acknowledged.push(live);
    else if (!ok && !/^[^\n]+\.$|was refused:/.test(error ?? '')) faults.push(stdout);
  }
  return { name, acknowledged, faults, kills };
}

/** Every script and style sheet that any page has named until now, with its hash: what open tabs may still request. */
const named = new Map<string, string | null>();

async function readPages(isOver: () => boolean): Promise<number> {
  let pages = 0;
  for (; !isOver(); pages += 1) {
    for (const page of ['', ...TEAMS]) {
      const html = await readFile(at('store', page, 'index.html'), 'utf8').catch((error: unknown) => {
        // Only what a team damages of its own may take its page away.
        if (page !== DAMAGED) throw error;
        return '</html>';
      });
      const links = html.matchAll(/"(\/(?:shell|remotes)\/[^"?]+\.(?:js|css))[^"]*"(?::"(sha256-[^"]+)")?/g);
      for (const [, address = '', hash] of links) named.set(address, hash ?? named.get(address) ?? null);
      expect(html).toContain('</html>');
    }
    for (const address of named.keys()) await stat(at('store', address));
    await wait(50);
  }
  return pages;
}

test('three-users: two teams release, break, stage, promote, roll back and switch off at the same time and are killed at random: neither changes what the other has live, no pointer is lost, and open tabs keep their files', async () => {
  const release = (name: string, ...words: string[]) =>
    runCommand('release', name, ...words, '--store', at('store'));
  const shell = ['--from', writeShellSource(at('shell'), 'one'), '--built'];
  expect(await release('shell', ...shell)).toMatchObject({ code: 0 });
  for (const name of TEAMS) expect(await release(name, ...buildOf(name, 'first'))).toMatchObject({ code: 0 });

  let isOver = false;
  const reading = readPages(() => isOver);
  const working = Promise.all(TEAMS.map(work)).finally(() => (isOver = true));
  const [pages, teams] = await Promise.all([reading, working]);
  expect(pages).toBeGreaterThan(1);

  for (const { name, acknowledged, faults } of teams) {
    expect(faults).toEqual([]);
    const { live, history, moves } = await readPointer(at('store'), name);
    expect(new Set(moves.slice(0, -1).map(({ who }) => who))).toEqual(new Set([`team ${name}`]));
    // Each entry began when the one before ended: no move is lost between two.
    const known = [live, ...history].map((one) => ({ version: one?.version, since: one?.since }));
    expect(history.map(({ until }) => until)).toEqual(known.slice(0, -1).map(({ since }) => since));
    expect(known).toEqual(expect.arrayContaining(acknowledged));
    // After the last kill the next command of any team finds no lock, and makes every page anew.
    expect(await release(name, ...buildOf(name, 'last'))).toMatchObject({ code: 0 });
    const now = await readPointer(at('store'), name);
    expect(await readFile(at('store', name, 'index.html'), 'utf8')).toContain(now.live?.version);
  }
  for (const [address, hash] of named) {
    const bytes = await readFile(at('store', address));
    if (hash !== null) expect([address, integrityOf(bytes)]).toEqual([address, hash]);
  }
  const files = await readdir(at('store'), { recursive: true });
  const drafts = files.filter((file) => /\.draft-[^/]+$/.test(file));
  expect(drafts.length).toBeLessThanOrEqual(teams.reduce((sum, { kills }) => sum + kills, 0));
}, 120_000);
