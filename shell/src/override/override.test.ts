import { describe, expect, test } from 'vitest';
import type { Registry, RemoteState } from '@space/federation';
import { decideOverride } from './override.ts';

const state: RemoteState = {
  title: 'retro mode',
  pages: [],
  live: {
    version: '1.0.0-000000000000',
    entry: '/remotes/retro/1.0.0-000000000000/remoteEntry.js',
    styles: [],
    preload: [],
    contract: 1,
    plugin: '1.23.0',
    shares: {},
    uses: [],
    kilobytes: 1,
  },
  previous: null,
  canary: null,
  disabled: null,
};

const site = (...overrideOrigins: string[]): Registry => ({
  shell: '1.0.0-000000000000',
  remotes: { retro: state },
  overrideOrigins,
});

const decide = (text: string, ...origins: string[]) => decideOverride(text, site(...origins));
const refused = (remote: string | null, reason: string) => ({
  remote,
  reason: expect.stringContaining(reason) as string,
  advice: expect.stringMatching(/.{20}/) as string,
});
const MALFORMED = refused(null, 'not a remote and the address of its entry');

describe('an origin on the list', () => {
  test.each([
    ['retro@http://127.0.0.1:5174/remoteEntry.js', 'http://127.0.0.1:5174'],
    ['retro@http://127.0.0.1:5174/a/deeper/remoteEntry.js', 'http://127.0.0.1:5174'],
    ['retro@http://localhost:5174/remoteEntry.js', 'http://localhost:5174'],
    ['retro@https://preview.example/remoteEntry.js', 'https://preview.example'],
    ['retro@http://[::1]:5174/remoteEntry.js', 'http://[::1]:5174'],
  ])('%s is allowed', (text, origin) => {
    const entry = text.slice('retro@'.length);
    expect(decide(text, origin)).toEqual({ remote: 'retro', entry, origin });
  });
});

describe('an origin that only resembles one on the list', () => {
  test.each([
    ['another port', 'retro@http://127.0.0.1:5175/remoteEntry.js'],
    ['the default port', 'retro@http://127.0.0.1/remoteEntry.js'],
    ['a longer port', 'retro@http://127.0.0.1:51740/remoteEntry.js'],
    ['another scheme', 'retro@https://127.0.0.1:5174/remoteEntry.js'],
    ['another name of the same machine', 'retro@http://localhost:5174/remoteEntry.js'],
    ['the same beginning', 'retro@http://127.0.0.1.evil.test:5174/remoteEntry.js'],
    ['its own address as a path elsewhere', 'retro@http://evil.test/http://127.0.0.1:5174/remoteEntry.js'],
    ['a part of the host', 'retro@http://27.0.0.1:5174/remoteEntry.js'],
  ])('is refused: %s', (_, text) => {
    const { origin } = new URL(text.slice('retro@'.length));
    expect(decide(text, 'http://127.0.0.1:5174')).toEqual(refused('retro', `no code from ${origin}.`));
  });

  test('the listed origin with more of a host name after it is malformed', () => {
    expect(decide('retro@http://127.0.0.1:5174.evil.test/remoteEntry.js', 'http://127.0.0.1:5174')).toEqual(
      MALFORMED,
    );
  });
});

describe('a list that is not made of origins allows nothing', () => {
  test.each(['*', 'http://*', 'http://*:5174', 'http://127.0.0.1', 'http://127.0.0.1:5174/', 'null', ''])(
    '%j',
    (entry) => {
      expect(decide('retro@http://127.0.0.1:5174/remoteEntry.js', entry)).toEqual(
        refused('retro', 'no code from http://127.0.0.1:5174.'),
      );
    },
  );

  test('nor does an empty list', () => {
    expect(decide('retro@http://127.0.0.1:5174/remoteEntry.js')).toHaveProperty('reason');
  });
});

test.each([
  '',
  'retro',
  'retro@',
  '@http://127.0.0.1:5174/remoteEntry.js',
  'http://127.0.0.1:5174/remoteEntry.js',
  'constructor@http://127.0.0.1:5174/remoteEntry.js',
  'RETRO@http://127.0.0.1:5174/remoteEntry.js',
  'retro @http://127.0.0.1:5174/remoteEntry.js',
  'retro@//127.0.0.1:5174/remoteEntry.js',
  'retro@/remotes/retro/remoteEntry.js',
  'retro@data:text/javascript,alert(1)',
  'retro@blob:http://127.0.0.1:5174/0',
  'retro@javascript:alert(1)',
  'retro@file:///remoteEntry.js',
  'retro@ftp://127.0.0.1:5174/remoteEntry.js',
  // Credentials, also with the listed origin as credentials of another host.
  'retro@http://user:secret@127.0.0.1:5174/remoteEntry.js',
  'retro@http://user@127.0.0.1:5174/remoteEntry.js',
  'retro@http://127.0.0.1:5174@evil.test/remoteEntry.js',
  // Other spellings of the listed origin.
  'retro@HTTP://127.0.0.1:5174/remoteEntry.js',
  'retro@http://127.1:5174/remoteEntry.js',
  'retro@http://127.0.0.1.:5174/remoteEntry.js',
  'retro@http://0x7f000001:5174/remoteEntry.js',
  'retro@http://2130706433:5174/remoteEntry.js',
  'retro@http://127.0.0.1:05174/remoteEntry.js',
  'retro@http:\\\\127.0.0.1:5174\\remoteEntry.js',
  'retro@http:/127.0.0.1:5174/remoteEntry.js',
  'retro@http://127.0.0.1:5174\\@evil.test/remoteEntry.js',
  'retro@http://127.0.0.1:5174/../../remoteEntry.js',
  'retro@http://127.0.0.1:5174/%2e%2e/remoteEntry.js',
  'retro@http://127.0.0.1:5174/remote\tEntry.js',
  'retro@http://127.0.0.1:5174/remoteEntry.js\n',
  ' retro@http://127.0.0.1:5174/remoteEntry.js',
  'retro@http://127.0.0.1:5174/remoteEntry.js#evil',
  'retro@http://127.0.0.1:5174/remoteEntry.js?evil',
  'retro@http://evil.test/?http://127.0.0.1:5174/remoteEntry.js',
  'retro@http://127.0.0.1:5174',
])('%j is not an override', (text) => {
  expect(decide(text, 'http://127.0.0.1:5174')).toEqual(MALFORMED);
});

test.each(['shell', 'unknown'])('a name that is not a remote is refused: %s', (name) => {
  expect(decide(`${name}@http://127.0.0.1:5174/remoteEntry.js`, 'http://127.0.0.1:5174')).toEqual(
    refused(null, `${name} is not a remote`),
  );
});

describe('a remote that was never released', () => {
  const entry = 'http://127.0.0.1:5174/remoteEntry.js';

  test.each(['planner', 'to-string'])('is allowed from an origin on the list: %s', (remote) => {
    expect(decide(`${remote}@${entry}`, 'http://127.0.0.1:5174')).toMatchObject({ remote, entry });
  });

  test('is refused from any other origin, and its name is not reported', () => {
    expect(decide(`planner@${entry}`)).toEqual(refused(null, 'no code from'));
  });
});
