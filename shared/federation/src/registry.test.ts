import { expect, test } from 'vitest';
import { isRemoteName, parseRegistry, withoutPrototype, type Release, type RemoteState } from './registry.ts';

const release: Release = {
  version: '0.1.0-1a2b3c4d5e6f',
  entry: '/remotes/retro/0.1.0-1a2b3c4d5e6f/remoteEntry.js',
  styles: [{ href: '/remotes/retro/0.1.0-1a2b3c4d5e6f/assets/style.css', integrity: 'sha256-x' }],
  preload: [],
  contract: 3,
  shares: { react: '^19.3.0' },
  uses: ['Link'],
  kilobytes: 30.4,
};
const state: RemoteState = {
  title: 'retro mode',
  pages: [{ path: '/retro', access: 'public' }],
  live: release,
  previous: null,
  canary: { release, percent: 20 },
  disabled: null,
};
const registry = { shell: '0.1.0-aaaaaaaaaaaa', remotes: { retro: state } };

test('returns a valid registry unchanged', () => {
  expect(parseRegistry(registry)).toEqual(registry);
});

test('leaves out a remote whose name every object has, and finds nothing under such a name', () => {
  const { remotes } = parseRegistry({ ...registry, remotes: { retro: state, constructor: state } });
  expect(Object.keys(remotes)).toEqual(['retro']);
  expect(remotes['constructor']).toBeUndefined();
});

test.each([
  ['no live release', { ...state, live: undefined }],
  ['a broken live release', { ...state, live: { ...release, styles: ['style.css'] } }],
  ['a broken previous release', { ...state, previous: {} }],
  ['a canary without a percentage', { ...state, canary: { release } }],
  ['invalid pages', { ...state, pages: [{ path: '/retro', access: 'everybody' }] }],
  ['no state at all', null],
])('leaves out a remote with %s, and keeps the others', (_, broken) => {
  const remotes = { retro: state, planner: broken };
  expect(Object.keys(parseRegistry({ ...registry, remotes }).remotes)).toEqual(['retro']);
});

test.each([null, 'text', [], {}, { remotes: [] }, { remotes: 'x' }])('%j is refused', (value) => {
  expect(() => parseRegistry(value)).toThrow(TypeError);
});

const OF_EVERY_OBJECT = Object.getOwnPropertyNames(Object.prototype);

test('a short lower-case word names a remote, unless every object has it', () => {
  const names = ['retro', 'time-tracker', 'a', 'n'.repeat(31), 'constructors'];
  const others = ['', 'Retro', '9lives', '../retro', 'a.b', 'a b', 'retro\n', 'n'.repeat(32)];
  expect([...names, ...others, ...OF_EVERY_OBJECT].filter(isRemoteName)).toEqual(names);
});

test('a map of keys from outside has its own keys and no others', () => {
  const map = withoutPrototype({ retro: 1 });
  expect(map['retro']).toBe(1);
  expect(OF_EVERY_OBJECT.filter((name) => map[name] !== undefined)).toEqual([]);
});
