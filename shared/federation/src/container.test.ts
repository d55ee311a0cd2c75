import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ShareScope } from './container.ts';
import { PLUGIN_VERSION } from './containers.ts';
import { openContainer } from './openContainer.ts';
import { remoteConfig } from './preset.ts';
import { SHARES } from './shares.ts';

interface Exposed {
  pages: Record<string, () => Promise<unknown>>;
}
interface Container {
  init: (scope: unknown) => Promise<void>;
  get: (name: string) => Promise<() => Exposed>;
}

const SMALL = { name: 'small', port: 5199, title: 'the small one', pages: [] };
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const PAGE = {
  'src/routes.tsx': "export const pages = { '/': () => import('./Page.tsx') };",
  'src/Page.tsx': `
    import React, { useState } from 'react';
    import { useToday } from '@space/platform';
    import { Title } from './Title.tsx';
    import styles from './Page.module.css';
    export const state = useState;
    export const whole = React;
    export const today = useToday;
    export const name = styles.page;
    export const element = <Title />;`,
  'src/Title.tsx': 'export const Title = () => <h1>Title</h1>;',
  'src/Page.module.css': '.page { color: red; }',
};
const RELEASE = { command: 'build', mode: 'production' } as const;

let folder: string;
beforeEach(async () => {
  // As in a release: development code creates elements with a module that is not shared.
  vi.stubEnv('NODE_ENV', 'production');
  // Otherwise the plugin does nothing in a test.
  vi.stubEnv('MFE_VITE_NO_TEST_ENV_CHECK', 'true');
  // Not in the system's temporary folder: React must be resolvable from here.
  await mkdir(join(PACKAGE, 'node_modules', '.tmp'), { recursive: true });
  folder = await mkdtemp(join(PACKAGE, 'node_modules', '.tmp', 'container-'));
  await mkdir(join(folder, 'node_modules', '@space'), { recursive: true });
  await symlink(join(PACKAGE, 'node_modules/react'), join(folder, 'node_modules/react'), 'junction');
  await symlink(join(PACKAGE, '../platform'), join(folder, 'node_modules/@space/platform'), 'junction');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  // The plugin's containers store their shares in globals, for the next one of the same name on the same page.
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
  const { plugins } = remoteConfig(SMALL)(RELEASE);
  await build({ root: folder, configFile: false, logLevel: 'silent', plugins: [more, plugins] });
}

/** What the release's entry exports. */
async function loadRemote(): Promise<Container> {
  return (await import(pathToFileURL(join(folder, 'dist/remoteEntry.js')).href)) as Container;
}

interface Notes {
  metaData: { pluginVersion: string };
  shared: { name: string }[];
  exposes: { path: string; assets: { js: { sync: string[] } } }[];
  styles: string[];
  contract: number;
  uses: string[];
}

const notesOf = async () =>
  JSON.parse(await readFile(join(folder, 'dist/mf-manifest.json'), 'utf8')) as Notes;

const shareOf = (module: unknown) => ({ lib: () => module, shareConfig: { singleton: true } });
const jsx = (type: unknown) => ({ type });
const useState = () => 'the state of the shell';
const useToday = () => 'the day of the shell';
const react = { useState };
const scope = {
  react: { '19.3.1': shareOf(react) },
  'react/jsx-runtime': { '19.3.1': shareOf({ jsx, jsxs: jsx }) },
  '@space/platform': { [SHARES['@space/platform'].slice(1)]: shareOf({ useToday }) },
};

const ENTRY = 'https://remote.example/remoteEntry.js';

/** A host with the runtime of Module Federation, like the shell; `missing` is not shared. */
function startHost(missing?: keyof typeof scope) {
  // Where the plugin's containers look for the runtime.
  vi.stubGlobal('_FEDERATION_RUNTIME_CORE', runtimeCore);
  const provided = Object.entries(scope).filter(([specifier]) => specifier !== missing);
  const shared = provided.map(([specifier, versions]) => {
    const [version = '', share = shareOf(null)] = Object.entries(versions)[0] ?? [];
    const shareConfig = { singleton: true, requiredVersion: `^${version}` };
    return [specifier, { version, lib: share.lib, shareConfig }];
  });
  return createInstance({
    name: 'host',
    remotes: [{ name: 'small', type: 'module', entry: ENTRY }],
    shared: Object.fromEntries(shared) as Record<string, { version: string; lib: () => unknown }>,
  });
}

/** What the built container exposes, opened as the shell does. */
async function open(missing?: keyof typeof scope): Promise<Exposed> {
  const shares = startHost(missing).shareScopeMap['default'] as unknown as ShareScope;
  return (await openContainer(await loadRemote(), shares, './routes')) as Exposed;
}

describe('a release', () => {
  test('runs its pages with the shared modules', async () => {
    await buildRemote(PAGE);
    const { pages } = await open();
    const page = { state: useState, whole: react, today: useToday, element: {} };
    expect(await pages['/']?.()).toMatchObject({ ...page, name: expect.stringMatching(/^small__/) });
  });

  test('can be loaded by any Module Federation host', async () => {
    await buildRemote(PAGE);
    const host = startHost();
    // Passed in: in Node the runtime would fetch and run it in its own way. Its types leave out that `get` may return a
    // promise, which it awaits.
    const container = (await loadRemote()) as unknown as Parameters<typeof host.initRawContainer>[2];
    host.initRawContainer('small', ENTRY, container);
    const loaded = await host.loadRemote<Exposed>('small/routes');
    expect(await loaded?.pages['/']?.()).toMatchObject({ state: useState, element: {} });
  });

  test('fails to load if the shell does not share a module that it needs', async () => {
    await buildRemote(PAGE);
    await expect(open('@space/platform')).rejects.toThrow('the shell does not share @space/platform');
    // The next container on the same page has its own list.
    expect(await open()).toHaveProperty(['pages', '/']);
  });

  test('lists its shares, style sheet, platform uses and initial scripts in its manifest', async () => {
    await buildRemote(PAGE);
    const { metaData, shared, exposes, ...notes } = await notesOf();
    expect(metaData.pluginVersion).toBe(PLUGIN_VERSION);
    expect(shared.map(({ name }) => name)).toEqual(['react', 'react/jsx-runtime', '@space/platform']);
    expect(exposes).toMatchObject([{ path: './routes' }]);
    const sync = exposes.flatMap(({ assets }) => assets.js.sync);
    expect(sync).toEqual(
      ['container', 'routes'].map((name) => expect.stringMatching(`^assets/${name}-[\\w-]+\\.js$`)),
    );
    expect(notes).toMatchObject({ contract: 2, uses: ['useToday'] });
    expect(notes.styles).toEqual([expect.stringMatching(/^assets\/style-.*\.css$/)]);
    expect(await readFile(join(folder, 'dist', notes.styles[0] ?? ''), 'utf8')).toContain(
      'small__Page__page',
    );
  });

  test('has an entry that can be requested again, as no page script imports it', async () => {
    await buildRemote(PAGE);
    const assets = join(folder, 'dist/assets');
    const scripts = (await readdir(assets)).filter((file) => /^(container|routes|Page)-.*\.js$/.test(file));
    expect(scripts).toHaveLength(3);
    for (const file of scripts)
      expect(await readFile(join(assets, file), 'utf8')).not.toContain('remoteEntry.js');
  });

  test('fails to build if it imports a name that a share does not export', async () => {
    const page = "import { useNothing } from 'react'; export const page = useNothing;";
    await expect(buildRemote({ ...PAGE, 'src/Page.tsx': page })).rejects.toThrow(/useNothing/);
  });
});

test('the plugin’s container has all names of a share, even if the module that uses them is loaded late', async () => {
  const slow: Plugin = {
    name: 'slow',
    enforce: 'pre',
    load: (id) => (id.endsWith('Title.tsx') ? setTimeout(200, null) : null),
  };
  const late = "import { useMemo } from 'react'; export const Title = () => <h1>{String(useMemo)}</h1>;";
  await buildRemote({ ...PAGE, 'src/Title.tsx': late }, slow);
  const { pages } = await open();
  expect(await pages['/']?.()).toMatchObject({ state: useState, element: {} });
});

test('a build that loses its style sheets fails', async () => {
  // Vite collects style sheets from its entries, and the federation plugin takes that mark from its own entry.
  const unmark: Plugin = {
    name: 'unmark',
    enforce: 'pre',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.isEntry = false;
    },
  };
  await expect(buildRemote(PAGE, unmark)).rejects.toThrow(
    /the build has lost its style sheets, among them .*Page\.module\.css/,
  );
});
