import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SITE } from '../places.ts';
import { nameIn, percentIn, readCall, type Usage } from './call.ts';
import { COMMANDS } from './commands.ts';
import { ago, table, withoutControls, wrap } from './formatText.ts';

const usage: Usage = { usage: 'npm run store -- bake -- <name>', args: [1, 2], options: ['from', 'built'] };
const read = (args: string[], environment: NodeJS.ProcessEnv = {}, from = usage) =>
  readCall(from, args, environment);

describe('command-line arguments', () => {
  test('are parsed in any order, mixed with options', () => {
    const call = read(['--json', 'retro', '--from', '/src/retro', '10%', '--built']);
    expect(call).toMatchObject({
      args: ['retro', '10%'],
      isJson: true,
      from: '/src/retro',
      isBuilt: true,
    });
  });

  test.each<[string, string[], NodeJS.ProcessEnv, string]>([
    ['the site of this repository', ['retro'], {}, SITE],
    ['STORE_DIR', ['retro'], { STORE_DIR: '/srv/site' }, '/srv/site'],
    ['--store before STORE_DIR', ['retro', '--store', '/a'], { STORE_DIR: '/srv/site' }, '/a'],
    [
      'a folder relative to the one where npm was called',
      ['a', '--store', 'b'],
      { INIT_CWD: '/c' },
      resolve('/c/b'),
    ],
  ])('determine the store: %s', (_what, args, environment, store) => {
    expect(read(args, environment).store).toBe(store);
  });

  test.each<[string, string[], string]>([
    ['too few arguments', [], ''],
    ['too many arguments', ['a', 'b', 'c'], ''],
    ['an option of another command', ['a', '--watch'], "Unknown option '--watch'. "],
    ['an option without its value', ['a', '--from'], "Option '--from <value>' argument missing. "],
  ])('are rejected with one sentence and the correct usage: %s', (_what, args, why) => {
    expect(() => read(args)).toThrow(`${why}Usage: npm run store -- bake -- <name>`);
  });

  test('are rejected if the store is a URL, which would otherwise become a folder', () => {
    expect(() => read(['a', '--store', 'https://site.example'])).toThrow(
      'A store is a folder of this machine, not an address like https://site.example.',
    );
  });

  test('are rejected if the message is longer than a pointer can store', () => {
    const long = ['a', '--message', 'x'.repeat(301)];
    expect(() => read(long, {}, { ...usage, options: ['message'] })).toThrow('300 characters');
  });

  test.each(['../shell', '', 'Retro', 'a/b', '.'])('are rejected if the name of the remote is %j', (name) => {
    expect(() => nameIn(read([name]))).toThrow('is not the name of a remote');
  });
});

test.each<[string, number]>([
  ['10%', 10],
  ['10', 10],
  ['0.5 %', 0.5],
])('%s is a percentage', (text, percent) => expect(percentIn(text)).toBe(percent));

test.each(['', '%', 'ten', '-5%', '1e2', '10%%'])('%j is not a percentage', (text) => {
  expect(() => percentIn(text)).toThrow('is not a percentage like 10%.');
});

test.each(Object.entries(COMMANDS))(
  '%s has a usage text that begins with its own command',
  (name, { usage: text }) => {
    expect(text).toMatch(new RegExp(`^npm run (store -- )?${name}( |$)`));
  },
);

describe('text for people', () => {
  const now = new Date(Date.UTC(2026, 10, 21, 12));
  test.each([
    ['2026-11-21T12:00:30Z', 'just now'],
    ['2026-11-21T11:00:01Z', '59 min'],
    ['2026-11-19T12:00:01Z', '47 h'],
    ['2026-11-19T12:00:00Z', '2 days'],
  ])('says the age of %s as "%s"', (since, words) => expect(ago(since, now)).toBe(words));

  test('has no control characters, aligned columns, and lines of at most 80 characters', () => {
    expect(withoutControls('\u001B[2Jgone\r\n\tkept')).toBe(' [2Jgone \n\tkept');
    const rows = [
      ['shell', '1', '–'],
      ['retro', '0.1.0', '37.5'],
    ];
    expect(table(['', 'live', '>kB'], rows)).toEqual([
      '       live     kB',
      'shell  1         –',
      'retro  0.1.0  37.5',
    ]);
    const lines = wrap(`retro: ${'word '.repeat(40)}`.trim());
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines.slice(1).every((line) => line.startsWith('  word'))).toBe(true);
  });
});
