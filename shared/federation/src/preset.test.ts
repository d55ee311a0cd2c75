import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remoteConfig } from './preset.ts';
import { SHARES } from './shares.ts';

interface Exposed {
  pages: Record<string, () => Promise<unknown>>;
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const PAGE = {
  'src/routes.tsx': "export const pages = { '/': () => import('./Page.tsx') };",
  'src/Page.tsx': `
    import React, { useState } from 'react';
    import { useToday as day, type Notice } from '@space/platform';
    import { Title } from './Title.tsx';
    import styles from './Page.module.css';
    export const state = useState;
    export const whole = React;
    export const today = day;
    export const name = styles.page;
    export const element = <Title />;`,
  'src/Title.tsx': 'export const Title = () => <h1>Title</h1>;',
  'src/unused.ts': "export { notify } from '@space/platform';",
  'src/Page.module.css': '.page { color: red; }',
};

let folder: string;
beforeEach(async () => {
  // As in a release: development code creates elements with a module that is not shared.
  vi.stubEnv('NODE_ENV', 'production');
  // Not in the system's temporary folder: React must be resolvable from here.
  await mkdir(join(PACKAGE, 'node_modules', '.tmp'), { recursive: true });
  folder = await mkdtemp(join(PACKAGE, 'node_modules', '.tmp', 'preset-'));
  await mkdir(join(folder, 'node_modules', '@space'), { recursive: true });
  await symlink(join(PACKAGE, 'node_modules/react'), join(folder, 'node_modules/react'), 'junction');
  await symlink(join(PACKAGE, '../platform'), join(folder, 'node_modules/@space/platform'), 'junction');
});
afterEach(async () => {
  vi.unstubAllGlobals();
  // Containers store their shares in globals, for the next one of the same name on the same page.
  for (const name of Object.keys(globalThis)) {
    if (name.startsWith('__mf_')) Reflect.deleteProperty(globalThis, name);
  }
  runtimeCore.CurrentGlobal.__FEDERATION__.__INSTANCES__.splice(0);
  await rm(folder, { recursive: true, force: true });
});

async function buildRemote(files: Record<string, string>, ...more: Plugin[]): Promise<void> {
  for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const { plugins } = remoteConfig({ name: 'small', port: 5199 })({ command: 'build', mode: 'production' });
  await build({ root: folder, configFile: false, logLevel: 'silent', plugins: [more, plugins] });
}

const jsx = (type: unknown) => ({ type });
const useState = () => 'the state of the shell';
const useToday = () => 'the day of the shell';
const react = { useState };

/** Loads the built remote as any host of Module Federation does. */
async function load(): Promise<Exposed> {
  // Where containers look for the runtime.
  vi.stubGlobal('_FEDERATION_RUNTIME_CORE', runtimeCore);
  const shareOf = (module: unknown, version: string) => ({
    version,
    lib: () => module,
    shareConfig: { singleton: true, requiredVersion: `^${version}` },
  });
  const entry = 'https://remote.example/remoteEntry.js';
  const host = createInstance({
    name: 'host',
    remotes: [{ name: 'small', type: 'module', entry }],
    shared: {
      react: shareOf(react, '19.3.1'),
      'react/jsx-runtime': shareOf({ jsx, jsxs: jsx }, '19.3.1'),
      '@space/platform': shareOf({ useToday }, SHARES['@space/platform'].slice(1)),
    },
  });
  // Passed in: in Node the runtime would fetch and run it in its own way.
  const container: unknown = await import(pathToFileURL(join(folder, 'dist/remoteEntry.js')).href);
  // The runtime's types leave out that `get` may return a promise, which it awaits.
  host.initRawContainer('small', entry, container as Parameters<typeof host.initRawContainer>[2]);
  const exposed = await host.loadRemote<Exposed>('small/routes');
  if (!exposed) throw new Error('nothing was loaded');
  return exposed;
}

test('a remote runs in any host of Module Federation, with the modules that it shares', async () => {
  await buildRemote(PAGE);
  expect(await (await load()).pages['/']?.()).toMatchObject({
    state: useState,
    whole: react,
    today: useToday,
    element: {},
    name: expect.stringMatching(/^small__Page__page__/) as string,
  });
});

test('a build notes its first scripts, shares, and the names that it uses of the platform', async () => {
  await buildRemote(PAGE);
  const file = (name: string) => expect.stringMatching(`^assets/${name}-[\\w-]+\\.js$`) as string;
  expect(JSON.parse(await readFile(join(folder, 'dist/build.json'), 'utf8'))).toEqual({
    contract: 3,
    entry: 'remoteEntry.js',
    preload: [file('container'), file('routes')],
    shares: SHARES,
    uses: ['useToday'],
    places: { useToday: 'remotes/small/src/Page.tsx:3' },
  });
  const assets = await readdir(join(folder, 'dist/assets'));
  expect(assets.map((name) => name.replace(/-.*\./, '.')).sort()).toEqual([
    ...['Page.js', 'container.js', 'routes.js', 'style.css'],
  ]);
  // No other script imports the entry, which a retry requests again under another address.
  for (const name of assets)
    expect(await readFile(join(folder, 'dist/assets', name), 'utf8')).not.toContain('remoteEntry.js');
});

test('a container has all names of a share, even if the module that uses them is loaded late', async () => {
  const slow: Plugin = {
    name: 'slow',
    enforce: 'pre',
    load: (id) => (id.endsWith('Title.tsx') ? setTimeout(200, null) : null),
  };
  const late = "import { useMemo } from 'react'; export const Title = () => <h1>{String(useMemo)}</h1>;";
  await buildRemote({ ...PAGE, 'src/Title.tsx': late }, slow);
  expect(await (await load()).pages['/']?.()).toMatchObject({ state: useState, element: {} });
});

const unmark: Plugin = {
  name: 'unmark',
  enforce: 'pre',
  // Vite collects style sheets from its entries, and the federation plugin takes that mark from its own entry.
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.isEntry = false;
  },
};
test.each<[string, Record<string, string>, RegExp, ...Plugin[]]>([
  [
    'a name that a share does not export',
    { 'src/Page.tsx': "export { useNothing } from 'react';" },
    /useNothing/,
  ],
  ['lost style sheets', {}, /has lost its style sheets, among them .*Page\.module\.css/, unmark],
])('a build fails for %s', async (_what, files, sentence, ...plugins) => {
  await expect(buildRemote({ ...PAGE, ...files }, ...plugins)).rejects.toThrow(sentence);
});
