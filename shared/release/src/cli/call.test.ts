import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SITE } from '../places.ts';
import { nameIn, percentIn, readCall, type Usage } from './call.ts';
import { COMMANDS } from './main.ts';
import { table } from './releases.ts';

const usage: Usage = {
  usage: 'npm run store -- bake -- <name>',
  args: [1, 2],
  options: ['from', 'built', 'message'],
};
const read = (args: string[], environment: NodeJS.ProcessEnv = {}) => readCall(usage, args, environment);

test.each<[string, string[], NodeJS.ProcessEnv, string]>([
  ['the site of this repository', ['retro'], {}, SITE],
  ['STORE_DIR', ['retro'], { STORE_DIR: '/srv/site' }, '/srv/site'],
  ['--store before STORE_DIR', ['retro', '--store', '/a'], { STORE_DIR: '/srv/site' }, '/a'],
  ['a folder relative to where npm was called', ['a', '--store', 'b'], { INIT_CWD: '/c' }, resolve('/c/b')],
])('the store is %s', (_what, args, environment, store) => {
  expect(read(args, environment).store).toBe(store);
});

const USAGE = 'Usage: npm run store -- bake -- <name>';
test.each<[string, string[], string]>([
  ['too few arguments', [], USAGE],
  ['too many arguments', ['a', 'b', 'c'], USAGE],
  ['an option of another command', ['a', '--watch'], `Unknown option '--watch'. ${USAGE}`],
  ['an option without its value', ['a', '--from'], `Option '--from <value>' argument missing. ${USAGE}`],
  [
    'a store that is an address',
    ['a', '--store', 'https://site.example'],
    'A store is a folder of this machine, not an address like https://site.example.',
  ],
  ['a message longer than a pointer can store', ['a', '--message', 'x'.repeat(301)], '300 characters'],
])('%s: one sentence', (_what, args, sentence) => {
  expect(() => read(args)).toThrow(sentence);
});

test.each(['../shell', '', 'Retro', 'a/b', '.'])('%j is not the name of a remote', (name) => {
  expect(() => nameIn(read([name]))).toThrow('is not the name of a remote');
});

test('a percentage is a number with or without its sign', () => {
  expect(['10%', '10', '0.5 %'].map(percentIn)).toEqual([10, 10, 0.5]);
  for (const text of ['', '%', 'ten', '-5%', '1e2', '10%%'])
    expect(() => percentIn(text)).toThrow('is not a percentage like 10%.');
});

test('every usage text begins with its own command', () => {
  for (const [name, { usage: text }] of Object.entries(COMMANDS))
    expect(text).toMatch(new RegExp(`^npm run (store -- )?${name}( |$)`));
});

test('a table has aligned columns', () => {
  const rows = [
    ['shell', '1', '–'],
    ['retro', '0.1.0', '37.5'],
  ];
  expect(table(['', 'live', '>kB'], rows)).toEqual([
    '       live     kB',
    'shell  1         –',
    'retro  0.1.0  37.5',
  ]);
});
