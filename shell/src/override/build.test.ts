import { expect, test } from 'vitest';
import { describeBuild } from './build.ts';

const ENTRY = 'http://127.0.0.1:5174/preview/remoteEntry.js';

test('the record of a release gives its requirements, its styles and its size', () => {
  const record = {
    contract: 2,
    plugin: '1.24.0',
    shares: { react: '^19.3.0' },
    uses: ['Link'],
    styles: ['assets/style-1.css'],
    files: {
      'remoteEntry.js': { bytes: 9_000, gzip: 3_000 },
      'assets/style-1.css': { bytes: 4_000, gzip: 1_240 },
      'assets/face.woff2': { bytes: 9_999, gzip: 9_999 },
    },
  };
  expect(describeBuild(ENTRY, record)).toEqual({
    version: 'override',
    entry: ENTRY,
    styles: [{ href: 'http://127.0.0.1:5174/preview/assets/style-1.css', integrity: '' }],
    preload: [],
    contract: 2,
    plugin: '1.24.0',
    shares: { react: '^19.3.0' },
    uses: ['Link'],
    kilobytes: 4.2,
  });
});

test('the metadata of a build or a development server is read as well', () => {
  const notes = {
    contract: 2,
    metaData: { pluginVersion: '1.23.0' },
    shared: [
      { name: 'react', requiredVersion: '^19.3.0' },
      { name: 'react/jsx-dev-runtime', requiredVersion: '^19.3.0' },
    ],
    uses: ['notify'],
    styles: ['assets/style-2.css'],
  };
  expect(describeBuild(ENTRY, notes)).toMatchObject({
    styles: [{ href: 'http://127.0.0.1:5174/preview/assets/style-2.css' }],
    plugin: '1.23.0',
    shares: { react: '^19.3.0' },
    uses: ['notify'],
  });
});

test('a build of another tool is named after the tool that remote.json names', () => {
  const notes = { metaData: { pluginVersion: '2.9.3' }, container: 'enhanced', contract: 1, uses: ['Link'] };
  expect(describeBuild(ENTRY, notes)).toMatchObject({ plugin: 'enhanced-2.9.3', uses: ['Link'] });
});

test.each([{}, { styles: 'x', shared: [null, 1], shares: { react: 19 }, uses: [1] }])(
  'missing or malformed metadata defaults to the values of this shell, except for the plugin: %j',
  (notes) => {
    expect(describeBuild(ENTRY, notes)).toEqual({
      version: 'override',
      entry: ENTRY,
      styles: [],
      preload: [],
      contract: 2,
      plugin: 'unknown',
      shares: {},
      uses: [],
      kilobytes: 0,
    });
  },
);
