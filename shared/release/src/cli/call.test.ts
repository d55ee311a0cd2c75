import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SITE } from '../places.ts';
import { nameIn, percentIn, readCall, type Usage } from './call.ts';
import { COMMANDS } from './commands.ts';

const usage: Usage = { usage: 'npm run store -- bake -- <name>', words: [1, 2], options: ['from', 'built'] };
const read = (args: string[], environment: NodeJS.ProcessEnv = {}, from = usage) =>
  readCall(from, args, environment);

describe('the words behind a command', () => {
  test('are read in any order with the options', () => {
    const call = read(['--json', 'retro', '--from', '/src/retro', '10%', '--built']);
    expect(call).toMatchObject({
      words: ['retro', '10%'],
      isJson: true,
      from: '/src/retro',
      isBuilt: true,
      watches: false,
    });
  });

  test.each<[string, string[], NodeJS.ProcessEnv, string]>([
    ['the site of this repository', ['retro'], {}, SITE],
    ['STORE_DIR', ['retro'], { STORE_DIR: '/srv/site' }, '/srv/site'],
    ['--store before STORE_DIR', ['retro', '--store', '/a'], { STORE_DIR: '/srv/site' }, '/a'],
    [
      'a relative folder from where npm was called',
      ['a', '--store', 'b'],
      { INIT_CWD: '/c' },
      resolve('/c/b'),
    ],
  ])('name the store: %s', (_what, args, environment, store) => {
    expect(read(args, environment).store).toBe(store);
  });

  test.each<[string, string[], string]>([
    ['too few words', [], ''],
    ['too many words', ['a', 'b', 'c'], ''],
    ['an option of another command', ['a', '--watch'], "Unknown option '--watch'. "],
    ['an option without its value', ['a', '--from'], "Option '--from <value>' argument missing. "],
  ])('are refused in one sentence and the right form: %s', (_what, args, why) => {
    expect(() => read(args)).toThrow(`${why}It is written: npm run store -- bake -- <name>`);
  });

  test('may not name an address as the store: it would become a folder', () => {
    expect(() => read(['a', '--store', 'https://site.example'])).toThrow(
      'A store is a folder of this machine, not an address like https://site.example.',
    );
  });

  test('may not say more than the pointer keeps', () => {
    const long = ['a', '--message', 'x'.repeat(301)];
    expect(() => read(long, {}, { ...usage, options: ['message'] })).toThrow('300 characters');
  });

  test.each(['../shell', '', 'Retro', 'a/b', '.'])('never name a folder: %j', (name) => {
    expect(() => nameIn(read([name]))).toThrow('is not the name of a remote');
  });
});

test.each<[string, number]>([
  ['10%', 10],
  ['10', 10],
  ['0.5 %', 0.5],
])('%s is a percentage', (text, percent) => expect(percentIn(text)).toBe(percent));

test.each(['', '%', 'ten', '-5%', '1e2', '10%%'])('%j is none', (text) => {
  expect(() => percentIn(text)).toThrow('is not a percentage like 10%.');
});

test.each(Object.entries(COMMANDS))('%s says how it is written', (name, { usage: text }) => {
  expect(text).toMatch(new RegExp(`^npm run (store -- )?${name}( |$)`));
});
