import { expect, test } from 'vitest';
import { declareRemote } from './createRemote.ts';

const taken = {
  declarations: [
    { name: 'shell', port: 5170, pages: [{ path: '/auth', access: 'public' as const }] },
    { name: 'retro', port: 5174, pages: [{ path: '/retro', access: 'public' as const }] },
    { name: 'diary', port: 5180, pages: [{ path: '/journal', access: 'public' as const }] },
  ],
  packages: ['ui', 'shell'],
};

test('a new remote has one public page at its name, and the next free port', () => {
  expect(declareRemote('time-tracker', taken)).toEqual({
    name: 'time-tracker',
    title: 'time tracker',
    port: 5181,
    pages: [
      {
        path: '/time-tracker',
        access: 'public',
        title: 'Time tracker',
        description: 'A new part of Better Space, made and released by one team.',
      },
    ],
    budget: { gzip: 60_000 },
  });
});

test.each([
  ['', 'lower-case letters'],
  ['Notes', 'lower-case letters'],
  ['my notes', 'lower-case letters'],
  ['../notes', 'lower-case letters'],
  ['notes-', 'lower-case letters'],
  ['n'.repeat(32), 'at most 31 characters'],
  ['constructor', "not 'constructor'"],
  ['retro', "A remote 'retro' already exists."],
  ['ui', "A package '@space/ui' already exists"],
  ['auth', '/auth belongs to shell'],
  ['journal', '/journal belongs to diary'],
  ['assets', "/assets is reserved for the site's own files"],
])("rejects the name '%s' with one sentence: %s", (name, words) => {
  expect(() => declareRemote(name, taken)).toThrow(words);
});
