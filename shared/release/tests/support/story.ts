import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRegistry } from '@space/federation';
import { readPointer } from '@space/store';
import { describeRelease, originOfSource } from '../../src/describeRelease.ts';
import { perform } from '../../src/cli/main.ts';
import { writeRemoteSource, writeShellSource } from '../smallRelease.ts';

/** Runs a command in this process, which takes a tenth of the time of a separate one. Returns exit code and output. */
export async function runCommand(...args: readonly string[]) {
  const output = { log: [''], error: [''] };
  const isDone = await perform(args, process.env, {
    log: (line: string) => output.log.push(line),
    error: (line: string) => output.error.push(line),
  });
  return { code: isDone ? 0 : 1, stdout: output.log.join('\n'), stderr: output.error.join('\n') };
}

/**
 * What a team types, a part of what it reads ('✗ …': it is refused, and nothing is changed), and what the pages then show of
 * clock. `of clock2` stands for the build of that name, and 'clock2' elsewhere for its version.
 */
export type Step = readonly [typed: string, answer: string, shown?: string];

/**
 * Makes builds of a shell and of the remotes clock, notes and new in a folder; 'clock9' needs what no shell has, 'shell9' takes
 * clock's page.
 */
export async function makeBuilds(folder: string) {
  const versions = new Map<string, string>();
  for (const build of 'shell1 shell2 shell9 clock1 clock2 clock3 clock9 notes1 notes2 new1'.split(' ')) {
    const name = build.replace(/\d$/, '');
    const place = join(folder, build);
    if (name === 'shell') writeShellSource(place, build, build === 'shell9' ? '/clock' : '/auth');
    else writeRemoteSource(place, name, build, [build === 'clock9' ? 'later' : 'tasks']);
    const { record } = await describeRelease(name, place, join(place, 'dist'), originOfSource(place));
    versions.set(build, record.version);
  }
  const replaced = (text: string, pairs: Iterable<readonly [string, string]>) =>
    [...pairs].reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const back = () => [...versions].map(([build, version]) => [version, build] as const);

  /** Runs a command. Takes what is typed, and words after its name; returns its exit code and what it prints. */
  async function type(typed: string, ...more: readonly string[]) {
    const words = (typed.match(/"[^"]*"|\S+/g) ?? []).flatMap((word, index, all) => {
      if (all[index - 1] === 'of') return ['--from', join(folder, word), '--built'];
      return word === 'of' ? [] : [word.replaceAll('"', '')].map((one) => versions.get(one) ?? one);
    });
    const [name = '', ...args] = words;
    const { code, stdout, stderr } = await runCommand(name, ...more, ...args);
    return { code, stdout: replaced(stdout, back()).trim(), stderr: replaced(stderr, back()).trim() };
  }

  /** What the pages of a store show of clock: 'clock2 (before: clock1, canary: clock3 on 10 %)'. */
  async function shown(store: string): Promise<string> {
    const { remotes } = parseRegistry(JSON.parse(await readFile(join(store, 'registry.json'), 'utf8')));
    const { live, previous, canary, disabled } = remotes['clock'] ?? {};
    const notes = [
      previous && `before: ${previous.version}`,
      canary && `canary: ${canary.release.version} on ${canary.percent} %`,
      disabled && `off: ${disabled}`,
    ].filter((note) => typeof note === 'string');
    return replaced(`${live?.version}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`, back());
  }

  /**
   * Plays the steps of a story on a store; `more`: words after the name of each command. Returns the steps, with what was read
   * and shown instead where it differs.
   */
  async function play(steps: readonly Step[], store: string, ...more: readonly string[]): Promise<Step[]> {
    const pointers = async () =>
      JSON.stringify(await Promise.all(['shell', 'clock', 'notes'].map((name) => readPointer(store, name))));
    const played: Step[] = [];
    for (const [typed, answer, pages] of steps) {
      const before = await pointers();
      const { code, stdout, stderr } = await type(typed, ...more);
      const isRefused = answer.startsWith('✗ ');
      const [printed, other] = isRefused ? [stderr, stdout] : [stdout, stderr];
      const isOneSentence = !stderr.includes('\n') || stderr.includes('was refused:');
      const isUnchanged = !isRefused || (await pointers()) === before;
      const isAsTold =
        code === Number(isRefused) && printed.includes(answer.replace('✗ ', '')) && other === '';
      const read = isAsTold && isOneSentence && isUnchanged ? answer : `${code}: ${stdout}${stderr}`;
      played.push(pages === undefined ? [typed, read] : [typed, read, await shown(store)]);
    }
    return played;
  }

  const version = (build: string) => versions.get(build) ?? '';
  return { type, play, version, source: (build: string) => join(folder, build) };
}

export type Builds = Awaited<ReturnType<typeof makeBuilds>>;
