import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTAINERS } from '@space/federation';
import { SMALL_SHELL, putLive } from '@space/release/testing';
import { runCommand } from '@space/release/testing/commandLine';
import { readPointer, readRecord } from '@space/store';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildStock, type StockName, type StockSource } from './stock.ts';

// What the gate reports for builds by other tools: real builds of the fixtures, with one thing changed. Each mistake is
// tested with the fastest tool that allows it; EVERY_TOOL=on also tests the others, which takes minutes.

const FASTEST: readonly StockName[] = ['by-rspack', 'by-vite'];
const isTested = (name: StockName) => FASTEST.includes(name) || process.env['EVERY_TOOL'] === 'on';

let store: string;
const sources: StockSource[] = [];

beforeAll(async () => {
  store = await mkdtemp(join(tmpdir(), 'space-stock-store-'));
  const shares = { react: '19.3.1', 'react/jsx-runtime': '19.3.1', '@space/platform': '2.0.0' };
  const uses = ['Link', 'session', 'useSession'];
  await putLive(store, {
    name: 'shell',
    record: { ...SMALL_SHELL, plugin: CONTAINERS.join(' '), shares, uses },
  });
});
afterEach(async () => {
  for (const source of sources.splice(0)) await source.discard();
});
afterAll(() => rm(store, { recursive: true, force: true }));

type Change = readonly [from: string, to: string];

async function build(name: StockName, ...changes: readonly Change[]): Promise<StockSource> {
  const source = await buildStock(name, changes);
  sources.push(source);
  return source;
}

async function edit(source: StockSource, file: string, ...changes: readonly Change[]): Promise<void> {
  const path = join(source.folder, file);
  let text = await readFile(path, 'utf8');
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  await writeFile(path, text);
}

/** Releases a build. Returns the command's output, of stdout and stderr. */
async function release(name: StockName, source: StockSource): Promise<string> {
  const { stdout, stderr } = await runCommand('release', name, ...source.args, '--store', store);
  return stdout + stderr;
}

const BUILDS: readonly [name: StockName, plugin: string][] = [
  ['by-vite', '1.23.0'],
  ['by-rspack', 'enhanced-2.9.3'],
  ['by-webpack', 'enhanced-2.9.3'],
  ['by-rsbuild', 'enhanced-2.9.2'],
];

test.each(BUILDS.filter(([name]) => isTested(name)))('%s is released unchanged', async (name, plugin) => {
  expect(await release(name, await build(name))).toMatch(/is live \(the first release\)/);
  const { live } = await readPointer(store, name);
  const record = await readRecord(store, name, live?.version ?? '');
  expect(record).toMatchObject({ plugin, contract: 2, entry: 'remoteEntry.js' });
  expect(record.styles).toHaveLength(2);
  expect(record.preload.every((file) => Object.hasOwn(record.files, file))).toBe(true);
});

/** As in the tools' READMEs: a classic script that sets a global variable. */
const NO_MODULE: readonly Change[] = [
  ["library: { type: 'module' },", ''],
  ['    module: true,', ''],
];

/** The tools' default file names. */
const NAMED_MJS: readonly Change[] = [
  ["chunkFilename: 'assets/[name].[contenthash].js',", ''],
  ["filename: '[name].js',", ''],
];

const CLASSIC = /classic script: .* `output: \{ module: true \}` \(Rspack, Rsbuild, webpack\)/;

/** Changes of a config, and what the gate must report. */
const CONFIGS: readonly [what: string, name: StockName, changes: readonly Change[], sentences: RegExp[]][] = [
  [
    'a classic script by Rspack',
    'by-rspack',
    [...NO_MODULE, ["name: 'by-rspack'", "name: 'byRspack'"]],
    [/plugin: remoteEntry\.js is a classic script: .* `library: \{ type: 'module' \}`/],
  ],
  [
    'a classic script by webpack',
    'by-webpack',
    [...NO_MODULE, ['outputModule: true, ', ''], ["name: 'by-webpack'", "name: 'byWebpack'"]],
    [/plugin: remoteEntry\.js is a classic script: .* `experiments: \{ outputModule: true \}`/],
  ],
  [
    'chunks that are classic scripts, and a page of its own',
    'by-rspack',
    [
      ['    module: true,', ''],
      ["'es2022'", "'es2017'"],
      ['import { Mod', "import { HtmlRspackPlugin } from '@rspack/core';\nimport { Mod"],
      ['plugins: [', 'plugins: [new HtmlRspackPlugin(),'],
    ],
    [CLASSIC, /plugin: index\.html is an HTML page, .*: no `source\.entry` and no `src\/index` \(Rsbuild\)/],
  ],
  [
    'the config from the README of the plugin',
    'by-rsbuild',
    [
      ["output: { module: true, assetPrefix: 'auto' },", "source: { entry: { index: './src/routes.js' } },"],
      ["library: { type: 'module' },", ''],
      ["name: 'by-rsbuild'", "name: 'byRsbuild'"],
      ['import: false', ''],
    ],
    [
      CLASSIC,
      /plugin: its files load each other from '\/', .* `assetPrefix: 'auto'` \(Rsbuild\)/,
      /plugin: index\.html is an HTML page, /,
      /share: it bundles a copy of react .*: add `import: false` to react in `shared`/,
    ],
  ],
  [
    'chunks that are classic scripts called .mjs',
    'by-rsbuild',
    [["module: true, assetPrefix: 'auto'", "assetPrefix: 'auto', filename: { js: '[name].mjs' }"]],
    [CLASSIC, /plugin: \S+\.mjs has an extension that .* for Rsbuild `filename: \{ js: /],
  ],
  [
    'a build for development',
    'by-rsbuild',
    [['output: {', "mode: 'development',\n  output: {"]],
    [
      /plugin: its files load each other from .*localhost/,
      /was built for development .*: set `mode: 'production'`/,
    ],
  ],
  [
    'files called .mjs',
    'by-rspack',
    NAMED_MJS,
    [/plugin: \S+\.mjs has an extension that .* `chunkFilename: '\[name\]\.\[contenthash\]\.js'`/],
  ],
  [
    'files called .mjs by webpack',
    'by-webpack',
    NAMED_MJS,
    [/plugin: \S+\.mjs has an extension that .* `chunkFilename: '\[name\]\.\[contenthash\]\.js'`/],
  ],
  [
    'a fixed public path',
    'by-rspack',
    [["publicPath: 'auto'", "publicPath: 'https://cdn.example/'"]],
    [/plugin: its files load each other from 'https:\/\/cdn\.example\/', .* `publicPath: 'auto'`/],
  ],
  [
    'the root of an origin as its base',
    'by-vite',
    [["base: './',", "base: '/',"]],
    [/plugin: its files load each other from '\/', .* `base: '.\/'`/],
  ],
  [
    'copies of shared packages',
    'by-rspack',
    [["react: { ...fromShell, requiredVersion: '>=19.0.0 <20' }", 'react: { singleton: true }']],
    [
      /share: it bundles a copy of react .*: add `import: false` to react in `shared`/,
      /share: assets\/\S+\.js contains a copy of React/,
    ],
  ],
  [
    'copies of shared packages by webpack',
    'by-webpack',
    [["react: { ...fromShell, requiredVersion: '*' }", 'react: { singleton: true }']],
    [/share: it bundles a copy of react /],
  ],
  [
    'copies of shared packages by Vite',
    'by-vite',
    [["react: { ...fromShell, requiredVersion: '^19.0.0' }", 'react: { singleton: true }']],
    [/share: assets\/\S+\.js contains a copy of React/],
  ],
  [
    'React that is not shared at all',
    'by-rspack',
    [["react: { ...fromShell, requiredVersion: '>=19.0.0 <20' },", '']],
    [/share: assets\/\S+\.js contains a copy of React, .*: share react with `import: false`/],
  ],
  [
    'a build for development',
    'by-rspack',
    [["mode: 'production'", "mode: 'development', devtool: 'eval'"]],
    [/plugin: \S+\.js was built for development and needs eval, .*: set `mode: 'production'`/],
  ],
  [
    'a build for development by webpack',
    'by-webpack',
    [["mode: 'production'", "mode: 'development', devtool: 'eval'"]],
    [/plugin: \S+\.js was built for development and needs eval, .*: set `mode: 'production'`/],
  ],
  [
    'no manifest',
    'by-vite',
    [['manifest: true,', '']],
    [/mf-manifest\.json is missing\. .*`manifest: true`/],
  ],
  [
    'another exposed module',
    'by-vite',
    [["'./routes': ", "'./pages': "]],
    [/does not expose \.\/routes: `exposes` /],
  ],
  [
    'version ranges that do not fit',
    'by-rspack',
    [
      ["'>=19.0.0 <20'", "'^18.0.0 || ^20.0.0'"],
      ["'19.x'", "'latest'"],
    ],
    [
      /share: react 19\.3\.1 does not satisfy \^18\.0\.0 \|\| \^20\.0\.0/,
      /share: react\/jsx-runtime 19\.3\.1 does not satisfy latest/,
    ],
  ],
];

test.each(CONFIGS.filter(([, name]) => isTested(name)))(
  'refuses %s (%s) and names the setting that works',
  async (_what, name, changes, sentences) => {
    const output = await release(name, await build(name, ...changes));
    for (const sentence of sentences) expect(output).toMatch(sentence);
  },
);

test('names the fields that remote.json lacks, and what to write', async () => {
  const source = await build('by-rspack');
  await edit(
    source,
    'remote.json',
    ['"contract": 2,', ''],
    [/"uses".*\n/.exec(await readFile(join(source.folder, 'remote.json'), 'utf8'))?.[0] ?? '', ''],
    ['"container": "enhanced",', ''],
  );
  const output = await release('by-rspack', source);
  expect(output).toContain(
    'plugin: @module-federation/enhanced built it: write "container": "enhanced" into remote.json',
  );
  expect(output).toContain(
    'contract: remote.json does not say which contract it implements: add "contract": 2',
  );
  expect(output).toContain(
    'platform: remote.json does not say which names of @space/platform it uses: list them',
  );
});

test('refuses names that the platform does not have, and a platform that is not shared', async () => {
  const source = await build('by-rspack');
  await edit(source, 'remote.json', ['"session", ', '"session", "teleport", ']);
  expect(await release('by-rspack', source)).toContain("platform: the shell's platform has no 'teleport'");
  await edit(source, 'dist/mf-manifest.json', ['"name": "@space/platform"', '"name": "other"']);
  expect(await release('by-rspack', source)).toMatch(
    /share: it uses names of @space\/platform, .*install it/,
  );
});

test('refuses an unknown version of a plugin, and an invalid manifest', async () => {
  const source = await build('by-vite');
  await edit(source, 'dist/mf-manifest.json', ['"pluginVersion":"1.23.0"', '"pluginVersion":"1.0.0"']);
  expect(await release('by-vite', source)).toMatch(/plugin: the shell does not know containers of 1\.0\.0/);
  for (const manifest of ['null', '[]', '{ "metaData": 1, "shared": {}, "exposes": [] }']) {
    await writeFile(join(source.folder, 'dist/mf-manifest.json'), manifest);
    expect(await release('by-vite', source)).toMatch(/mf-manifest\.json (lacks|cannot be read)/);
  }
});
