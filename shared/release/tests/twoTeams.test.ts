import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderOf, integrityOf, readPointer } from '@space/store';
import { runCommand } from './commandLine.ts';
import { writeRemoteSource, writeShellSource } from './smallRelease.ts';

const WORKER = fileURLToPath(new URL('./support/teamWorker.ts', import.meta.url));
const TEAMS = ['clock', 'notes'] as const;
/** A team goes on until it has done this much. */
const ENOUGH = { commands: 20, kills: 3 };
/** In this share of the commands its process is killed. */
const KILLED = 0.3;
/** A process is killed at one of the next so many changes in the store: in the middle of a draft, a move or a page. */
const MOST_CHANGES = 30;

let folder: string;
let store: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'space-two-teams-'));
  store = join(folder, 'store');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Reply = Awaited<ReturnType<typeof runCommand>>;

/** A source with a build; each has another content. `broken`: the gate refuses it. */
async function newSource(name: string, number: number, isBroken = false): Promise<string> {
  const source = await writeRemoteSource(join(folder, `${name}${number}`), name, `${name}${number}`);
  if (isBroken)
    await writeFile(
      join(source, 'dist', 'assets', 'page-1.js'),
      'x'.repeat(9000).replaceAll(/x/g, () => Math.random().toString(36)),
    );
  return source;
}

/** The team whose disk fails: nothing of the other one may suffer. */
const DAMAGED = 'clock';

/** What a team does next; 'damage' breaks the record of its own live release, as a failing disk does. */
const CHOICES = [
  'release',
  'release',
  'stage',
  'stage',
  'promote',
  'canary',
  'rollback',
  'rollback',
  'kill',
  'revive',
  'broken',
  'damage',
] as const;

async function wordsFor(name: string, number: number): Promise<string[] | null> {
  const choice = CHOICES[Math.floor(Math.random() * CHOICES.length)] ?? 'release';
  const common = ['--json', '--actor', `team ${name}`, '--store', store];
  const from = async (isBroken = false) => ['--from', await newSource(name, number, isBroken), '--built'];
  if (choice === 'release' || choice === 'stage') return [choice, name, ...(await from()), ...common];
  if (choice === 'canary') return ['canary', name, '20%', ...(await from()), ...common];
  if (choice === 'broken') return ['release', name, ...(await from(true)), ...common];
  if (choice === 'kill') return ['kill', name, 'for a test', ...common];
  if (choice !== 'damage') return [choice, name, ...common];
  if (name !== DAMAGED) return null;
  const { live } = await readPointer(store, name);
  await writeFile(join(folderOf(store, name), live?.version ?? '', 'release.json'), '[]');
  return null;
}

interface Team {
  /** The live versions that commands have acknowledged. */
  acknowledged: { version: string; since: string }[];
  /** Replies that were neither done nor a refusal in one sentence. */
  faults: string[];
  commands: number;
  kills: number;
}

/** Runs a team until it has done enough; its process is killed again and again, and started anew. */
async function work(name: string): Promise<Team> {
  const team: Team = { acknowledged: [], faults: [], commands: 0, kills: 0 };
  const start = () => fork(WORKER, [], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  let child: ChildProcess = start();
  const isEnough = () => team.commands >= ENOUGH.commands && team.kills >= ENOUGH.kills;
  const isDead = () => child.exitCode !== null || child.signalCode !== null;
  while (!isEnough()) {
    const words = await wordsFor(name, team.commands);
    if (words === null) continue;
    team.commands += 1;
    // Killed after it had answered the command before.
    if (isDead()) child = start();
    const running: ChildProcess = child;
    let changes = Math.random() < KILLED ? 1 + Math.floor(Math.random() * MOST_CHANGES) : Infinity;
    const watcher = watch(store, { recursive: true }, () => {
      changes -= 1;
      if (changes === 0) running.kill('SIGKILL');
    });
    const stop = new AbortController();
    const answer = once(child, 'message', stop).then(([message]) => message as Reply);
    const death = once(child, 'exit', stop).then(() => null);
    // A process that has just been killed cannot be told anything.
    child.send(words, () => {});
    const reply = await Promise.race([answer, death]).finally(() => {
      stop.abort();
      watcher.close();
    });
    if (reply === null) {
      team.kills += 1;
      child = start();
      continue;
    }
    // Written by the command.
    const { ok, live, error } = JSON.parse(reply.stdout) as {
      ok: boolean;
      live?: Team['acknowledged'][0];
      error?: string;
    };
    if (live) team.acknowledged.push(live);
    if (!ok && live === undefined && !/^[^\n]+\.$|was refused:/.test(error ?? ''))
      team.faults.push(reply.stdout);
  }
  if (!isDead()) {
    const exited = once(child, 'exit');
    if (child.connected) child.disconnect();
    await exited;
  }
  return team;
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

async function checkNamed(): Promise<void> {
  for (const [address, hash] of named) {
    const bytes = await readFile(join(store, address));
    if (hash !== null) expect([address, integrityOf(bytes)]).toEqual([address, hash]);
  }
}

test('three-users: two teams release, break, stage, promote, roll back and switch off at the same time and are killed at random: neither changes what the other has live, no pointer is lost, and open tabs keep their files', async () => {
  const shell = await writeShellSource(join(folder, 'shell'), 'one');
  const first: [string, string][] = [['shell', shell]];
  for (const name of TEAMS) first.push([name, await newSource(name, -1)]);
  for (const [name, from] of first)
    expect(await runCommand('release', name, '--from', from, '--built', '--store', store)).toMatchObject({
      code: 0,
    });

  let isOver = false;
  const reading = readPages(() => isOver);
  const working = Promise.all(TEAMS.map((name) => work(name))).finally(() => (isOver = true));
  const [pages, teams] = await Promise.all([reading, working]);
  expect(pages).toBeGreaterThan(1);

  for (const [index, name] of TEAMS.entries()) {
    const team = teams[index];
    expect(team?.faults).toEqual([]);
    expect(team?.acknowledged.length).toBeGreaterThan(0);
    const { live, history, moves } = await readPointer(store, name);
    expect(new Set(moves.slice(0, -1).map(({ who }) => who))).toEqual(new Set([`team ${name}`]));
    // Each entry began when the one before ended: no move is lost between two.
    for (const [place, entry] of history.entries())
      expect(entry.until).toBe((place === 0 ? live : history[place - 1])?.since);
    const known = [live, ...history].map((one) => `${one?.version} ${one?.since}`);
    for (const one of team?.acknowledged.slice(-20) ?? [])
      expect(known).toContain(`${one.version} ${one.since}`);
  }
  // After the last kill the next command of any team finds no lock, and makes every page anew.
  for (const name of TEAMS) {
    const from = await newSource(name, 9999);
    const result = await runCommand('release', name, '--from', from, '--built', '--store', store, '--json');
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: true });
    const { live } = await readPointer(store, name);
    expect(await readFile(join(store, name, 'index.html'), 'utf8')).toContain(live?.version);
  }
  await checkNamed();
  const drafts = (await readdir(store, { recursive: true })).filter((file) => /\.draft-[^/]+$/.test(file));
  expect(drafts.length).toBeLessThanOrEqual(teams.reduce((sum, { kills }) => sum + kills, 0));
}, 120_000);
