import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createInstance } from '@module-federation/runtime';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remoteContainer } from './remoteContainer.ts';

interface Container {
  init: (scope: unknown) => Promise<void>;
  get: (name: string) => Promise<() => { routes: { lazy: () => Promise<unknown> }[] }>;
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const SHARES = { react: '^19.3.0', 'react/jsx-runtime': '^19.3.0' };
const PAGE = {
  'src/routes.tsx': "export const routes = [{ path: '/', lazy: () => import('./Page.tsx') }];",
  'src/Page.tsx': `
    import React, { useState } from 'react';
    import { Title } from './Title.tsx';
    import './page.css';
    export const state = useState;
    export const whole = React;
    export const element = <Title />;`,
  'src/Title.tsx': 'export const Title = () => <h1>Title</h1>;',
  'src/page.css': 'h1 { color: red; }',
};

let folder: string;
beforeEach(async () => {
  // As a release is built: development code makes its elements with something that is not shared.
  vi.stubEnv('NODE_ENV', 'production');
  // Not beside the other temporary files: React is to be found from here.
  await mkdir(join(PACKAGE, 'node_modules', '.tmp'), { recursive: true });
  folder = await mkdtemp(join(PACKAGE, 'node_modules', '.tmp', 'container-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(PACKAGE, 'node_modules/react'), join(folder, 'node_modules/react'), 'junction');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function buildRemote(files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await build({
    root: folder,
    base: './',
    configFile: false,
    logLevel: 'silent',
    plugins: [
      remoteContainer({
        name: 'small',
        exposed: { name: './routes', source: 'src/routes.tsx' },
        shares: SHARES,
        notes: () => ({ contract: 1 }),
      }),
    ],
    build: { modulePreload: false, cssCodeSplit: false, target: 'es2022' },
  });
}

/** What the release's entry exports. */
async function loadRemote(): Promise<Container> {
  return (await import(pathToFileURL(join(folder, 'dist/remoteEntry.js')).href)) as Container;
}

const shareOf = (module: unknown) => ({ lib: () => module, shareConfig: { singleton: true } });
const jsx = (type: unknown) => ({ type });
const useState = () => 'the state of the shell';
const react = { useState };
const scope = {
  react: { '19.3.1': shareOf(react) },
  'react/jsx-runtime': { '19.3.1': shareOf({ jsx, jsxs: jsx }) },
};

describe('the container of a release', () => {
  test('hands over routes whose pages run with what was shared; it is one chunk, and its notes name it', async () => {
    await buildRemote(PAGE);
    const container = await loadRemote();
    await container.init(scope);
    const { routes } = (await container.get('./routes'))();
    expect(await routes[0]?.lazy()).toMatchObject({ state: useState, whole: react, element: {} });
    await expect(container.get('./other')).rejects.toThrow('./other is not exposed');

    const notes = JSON.parse(await readFile(join(folder, 'dist/mf-manifest.json'), 'utf8')) as {
      exposes: { assets: { js: { sync: string[]; async: string[] } } }[];
    };
    expect(notes).toMatchObject({
      contract: 1,
      metaData: { remoteEntry: { name: 'remoteEntry.js' } },
      shared: [{ name: 'react', requiredVersion: '^19.3.0' }, { name: 'react/jsx-runtime' }],
      exposes: [{ path: './routes' }],
      styles: [expect.stringMatching(/^assets\/style-.*\.css$/)],
    });
    const { sync, async: others } = notes.exposes[0]?.assets.js ?? { sync: [], async: [] };
    expect(sync).toEqual([expect.stringMatching(/^assets\/container-/)]);
    expect(others.toSorted()).toEqual([expect.stringMatching(/^assets\/Page-/), 'remoteEntry.js']);
  });

  test('is one that the runtime of Module Federation can load', async () => {
    await buildRemote(PAGE);
    const shareConfig = { singleton: true, requiredVersion: '^19.3.0' };
    const shared = Object.entries(scope).map(([specifier, { '19.3.1': share }]) => [
      specifier,
      { version: '19.3.1', lib: share.lib, shareConfig },
    ]);
    const entry = 'https://remote.example/remoteEntry.js';
    const host = createInstance({
      name: 'host',
      remotes: [{ name: 'small', type: 'module', entry }],
      shared: Object.fromEntries(shared),
    });
    // Handed over: in Node the runtime would fetch it and run it by means of its own.
    // Its types leave out that `get` may be waited for, which it does itself.
    const container = (await loadRemote()) as unknown as Parameters<typeof host.initRawContainer>[2];
    host.initRawContainer('small', entry, container);
    const loaded = await host.loadRemote<{ routes: { lazy: () => Promise<unknown> }[] }>('small/routes');
    expect(await loaded?.routes[0]?.lazy()).toMatchObject({ state: useState, element: {} });
  });

  test('takes no share from a remote that needs the share itself', async () => {
    await buildRemote(PAGE);
    const consumer = {
      get: () => Promise.reject(new Error('must be provided by the host')),
      shareConfig: { import: false },
    };
    const container = await loadRemote();
    await container.init({ ...scope, react: { '19.0.0': consumer, '19.3.1': shareOf(react) } });
    const { routes } = (await container.get('./routes'))();
    expect(await routes[0]?.lazy()).toMatchObject({ state: useState });
    await expect(container.init({ ...scope, react: { '19.0.0': consumer } })).rejects.toThrow(
      'the shell does not share react',
    );
  });

  test('is not built when routes need a share themselves, which is not there yet', async () => {
    await expect(
      buildRemote({
        ...PAGE,
        'src/routes.tsx': "import * as Page from './Page.tsx'; export const routes = [{ lazy: () => Page }];",
      }),
    ).rejects.toThrow(
      /react is needed before it is shared, by src\/routes.tsx → src\/Page.tsx: import pages lazily/,
    );
  });

  test('is not built with a name that a share does not have', async () => {
    await expect(
      buildRemote({
        ...PAGE,
        'src/Page.tsx': "import { useNothing } from 'react'; export const page = useNothing;",
      }),
    ).rejects.toThrow(/useNothing/);
  });
});
