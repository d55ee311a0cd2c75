import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import { ROOT, describeRelease } from '@space/release';
import {
  SHELL,
  addRelease,
  addressOf,
  fileOfPage,
  pageHtml,
  readParts,
  releaseOf,
  replaceFile,
  type Frames,
  type PrerenderedPages,
  type RemoteDeclaration,
} from '@space/store';

const FOLDER = join(ROOT, SHELL);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const remotes = readdirSync(join(ROOT, 'remotes'));
const declarationOf = (text: string) => JSON.parse(text) as RemoteDeclaration;
const claims = remotes.flatMap((name) => declarationOf(read(`remotes/${name}/remote.json`)).pages);

type Replacements = Readonly<Record<string, (source: string) => string>>;

/** Modules of the shell → their replacements without federation. No other source changes. */
const WITHOUT_FEDERATION: Replacements = {
  // The shell's own pages: also those of every remote, as lazy routes.
  'shell.json': (source) => {
    const shell = declarationOf(source);
    return JSON.stringify({ ...shell, pages: [...shell.pages, ...claims] });
  },
  'src/app/ownPages.ts': (source) =>
    `const all = import.meta.glob('../../../remotes/*/src/routes.tsx', { eager: true, import: 'pages' });
    ${source.replace('routesOf(shell, {', '$& ...Object.assign({}, ...Object.values(all)),')}`,
  // One bundle opens no remote.
  'src/load/openRemotePage.ts': () => `
    export const openRemotePage = () => Promise.reject(new Error('There are no remotes'));
    export const fetchScript = () => {};
    export const filesToRun = () => [];
    export const needsReload = () => Promise.resolve(false);
    export const warmRemote = () => {};`,
};

/** React, the router and one button: the least that a page of these libraries loads. */
const FLOOR: Replacements = {
  'src/main.tsx': () => `
    import { createElement, useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { RouterProvider, createBrowserRouter } from 'react-router-dom';

    function Floor() {
      const [count, setCount] = useState(0);
      return createElement('button', { onClick: () => setCount(count + 1) }, 'Press');
    }
    const router = createBrowserRouter([{ path: '*', element: createElement(Floor) }]);
    createRoot(document.getElementById('root')).render(createElement(RouterProvider, { router }));`,
};
const FLOOR_FILE = 'assets/floor.js';
const floorHtml = (script: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8" /><title>Floor</title><link rel="icon" href="data:," />
<script type="module" src="${script}"></script><div id="root"></div></html>
`;

/** Replaces modules of the shell. The build fails if one is not there. */
function replacing(modules: Replacements): Plugin {
  const missing = new Set(Object.keys(modules));
  return {
    name: 'space:replacing',
    enforce: 'pre',
    transform(source, id) {
      const file = relative(FOLDER, id);
      missing.delete(file);
      return modules[file]?.(source) ?? null;
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`the shell no longer has ${[...missing].join(', ')}`);
    },
  };
}

/** Builds shell and remotes as one app, with the shell's own configuration, and beside it the floor page's script. */
async function buildInto(outDir: string): Promise<void> {
  const plugins = [replacing(WITHOUT_FEDERATION)];
  await build({ root: FOLDER, logLevel: 'warn', plugins, build: { outDir, emptyOutDir: true } });
  await build({
    root: FOLDER,
    configFile: false,
    // Vite would warn of directives of packages.
    logLevel: 'error',
    plugins: [replacing(FLOOR)],
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: join(FOLDER, 'src/main.tsx'), output: { entryFileNames: FLOOR_FILE } },
    },
  });
}

/** The element of a remote and React's boundary around its page, which one bundle does not have. */
const REGION = /<div [^>]*data-remote="[^"]*"[^>]*><!--\$-->(.*)<!--\/\$--><\/div>/;
/** A CSS class of a remote, whose name begins with that of the remote; in one bundle all begin with the shell's. */
const CLASS = /\b[a-z][a-z0-9-]*__(\w+__[\w-]+__[0-9a-f]{5})\b/g;
const IMPORT_MAP = /<script type="importmap">[^]*?<\/script>\s*/;
const REGISTRY = /(<script type="application\/json" id="registry">)[^]*?(<\/script>)/;
/** A style sheet that the shell applies when it mounts a page of a remote. A bundler's link waits for nothing. */
const SHEET = 'rel="stylesheet" media="not all" fetchpriority="high"';

/**
 * Builds the sources of this repository as one plain bundle with lazy routes, in a folder that the same server can serve, and
 * beside it the floor page. The store makes its HTML of what the builds of the apps (`npm run bench` makes them first) show
 * before any script runs: each page is one of a remote whose chunks are in the shell. Returns the folder, and what removes it.
 */
export async function makeBundleSite(): Promise<{ folder: string; discard(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'space-bundle-'));
  const [dist, folder] = [join(root, 'dist'), join(root, 'site')];
  await buildInto(dist);

  const frames = JSON.parse(read('shell/dist/frames.json')) as Frames;
  frames.other.html = frames.other.html.replace(REGION, '$1');
  const pages: PrerenderedPages = {};
  for (const name of remotes) {
    const text = read(`remotes/${name}/dist/pages.json`).replaceAll(CLASS, 'shell__$1');
    for (const [path, page] of Object.entries(JSON.parse(text) as PrerenderedPages)) {
      pages[path] = page;
      if (page.source !== undefined) frames.sources[path] = `../remotes/${name}/${page.source}`;
    }
  }
  // The record lists the files of each page by the sources that this file names.
  writeFileSync(join(dist, 'frames.json'), JSON.stringify(frames));
  const origin = { commit: null, builtAt: new Date().toISOString() };
  const { record } = await describeRelease(SHELL, FOLDER, dist, origin);
  await addRelease(folder, record, dist);

  const { version } = record;
  const states = { previous: null, canary: null, disabled: null };
  const all = { title: 'all pages', pages: claims, live: releaseOf(record), ...states };
  const registry = { shell: version, remotes: { all } };
  const { styles } = await readParts(folder, record, []);
  const template = readFileSync(join(dist, 'index.html'), 'utf8');
  const ofEveryPage = new Map([...styles].filter(([href]) => template.includes(basename(href))));
  for (const { path } of [...record.pages, ...claims]) {
    // A page that is not prerendered fetches its own styles, as in the site.
    const inlined = pages[path]?.html === undefined ? ofEveryPage : styles;
    const parts = { frames, pages: new Map([[version, pages]]), styles: inlined };
    const html = pageHtml({ template, registry, records: [], shell: record, parts }, path)
      .replace(IMPORT_MAP, '')
      .replace(REGISTRY, `$1{"shell":"${version}","remotes":{}}$2`)
      .replaceAll(SHEET, 'rel="preload" as="style"');
    await replaceFile(join(folder, fileOfPage(path)), html);
  }
  // Each page has one address.
  await replaceFile(join(folder, 'registry.json'), '{"remotes":{}}');
  await replaceFile(join(folder, 'floor/index.html'), floorHtml(addressOf(SHELL, version) + FLOOR_FILE));
  return { folder, discard: () => rmSync(root, { recursive: true, force: true }) };
}
