import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { build, normalizePath, type Plugin } from 'vite';
import { ROOT, TEST_SITE, describeRelease } from '@space/release';
import {
  NEEDS,
  SHELL,
  addRelease,
  addressOf,
  fileOfPage,
  pageHtml,
  planSite,
  readParts,
  type PrerenderedPages,
} from '@space/store';

const FOLDER = join(ROOT, 'shell');
const remotes = readdirSync(join(ROOT, 'remotes')).sort();
const FLOOR = join(FOLDER, 'floor.js');
const FLOOR_FILE = 'assets/floor.js';

/** React, the router and one button: the least that a page of these libraries loads. */
const FLOOR_SOURCE = `
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';

function Floor() {
  const [count, setCount] = useState(0);
  const press = () => setCount(count + 1);
  return createElement('main', null, createElement('button', { type: 'button', onClick: press }, 'Press'));
}
const router = createBrowserRouter([{ path: '*', element: createElement(Floor) }]);
createRoot(document.getElementById('root')).render(createElement(RouterProvider, { router }));
`;

const floorHtml = (script: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8" /><title>Floor</title><link rel="icon" href="data:," />
<script type="module" src="${script}"></script><div id="root"></div></html>
`;

/** Builds the floor page's script into the folder of a build. */
const buildFloor = (outDir: string) =>
  build({
    root: FOLDER,
    configFile: false,
    // Vite would warn of directives of packages.
    logLevel: 'error',
    mode: 'production',
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === FLOOR ? id : null),
        load: (id) => (id === FLOOR ? FLOOR_SOURCE : null),
      },
    ],
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: FLOOR, output: { entryFileNames: FLOOR_FILE } },
    },
  });

/** One bundle opens no remote. */
const NO_REMOTES = `export const openRemotePage = () => Promise.reject(new Error('There are no remotes'));
export const fetchScript = () => {};
export const filesToRun = () => [];
export const needsReload = () => Promise.resolve(false);
export const warmRemote = () => {};
`;

const importsOf = (what: string, file: string) =>
  remotes.map((name, index) => `import { pages as ${what}${index} } from '${ROOT}/remotes/${name}/${file}';`);

/** Shell file → its replacement without federation. No other source changes. */
const REPLACED: Readonly<Record<string, (source: string) => string>> = {
  // The shell's own pages: also those of every remote, as lazy routes.
  'app/ownPages.ts': (source) =>
    [
      ...importsOf('claims', 'remote.json'),
      ...importsOf('loaders', 'src/routes.tsx'),
      source,
      ...remotes.map((_, index) => `ownPages.push(...routesOf({ pages: claims${index} }, loaders${index}));`),
    ].join('\n'),
  // The declarations that pages are looked up in: also those of every remote.
  'registry/registry.ts': (source) => {
    const all = ['...ownPages', ...remotes.map((_, index) => `...claims${index}`)].join(', ');
    return [...importsOf('claims', 'remote.json'), source.replace('= ownPages as', `= [${all}] as`)].join(
      '\n',
    );
  },
  'load/openRemotePage.ts': () => NO_REMOTES,
};

const replaced = new Set<string>();
const withoutFederation: Plugin = {
  name: 'space:one-bundle',
  enforce: 'pre',
  transform(source, id) {
    const file = id.replace(`${normalizePath(FOLDER)}/src/`, '');
    const replace = REPLACED[file];
    if (!replace) return null;
    replaced.add(file);
    return replace(source);
  },
  buildEnd(error) {
    const missing = Object.keys(REPLACED).filter((file) => !replaced.has(file));
    if (!error && missing.length > 0) this.error(`the shell no longer has ${missing.join(', ')}`);
  },
};

/** Builds shell and remotes as one app: with the shell's own configuration, but without federation. */
const buildBundle = (outDir: string) =>
  build({
    root: FOLDER,
    logLevel: 'warn',
    plugins: [withoutFederation],
    build: { outDir, emptyOutDir: true },
  });

/** The element of a remote and React's boundary around its page, which one bundle does not have. */
const REGION = /<div [^>]*data-remote="[^"]*"[^>]*><!--\$-->(.*)<!--\/\$--><\/div>/;
/** A CSS class of a remote, whose name begins with that of the remote; in one bundle all begin with the shell's. */
const CLASS = /\b[a-z][a-z0-9-]*__(\w+__[\w-]+__[0-9a-f]{5})\b/g;
const IMPORT_MAP = /<script type="importmap">[^]*?<\/script>\s*/;
const REGISTRY = /(<script type="application\/json" id="registry">)[^]*?(<\/script>)/;
/** A style sheet that the shell applies when it mounts a page of a remote. A bundler's link waits for nothing. */
const SHEET = 'rel="stylesheet" media="not all" fetchpriority="high"';

/**
 * Builds the baseline of the comparison: the sources of this repository as one plain bundle with lazy routes, in a folder
 * that the same server can serve. Its HTML is made as the store makes that of the built site (which `npm run bench` builds first):
 * each page is one of a remote whose chunks are in the shell. It has everything that the site has except federation. Beside it is the
 * floor page. Returns the folder, and what removes it.
 */
export async function makeBundleSite(): Promise<{ folder: string; discard(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'space-bundle-'));
  const [dist, folder] = [join(root, 'dist'), join(root, 'site')];
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  await buildBundle(dist);
  await buildFloor(dist);

  const plan = await planSite(TEST_SITE);
  const built = plan && (await readParts(TEST_SITE, plan.shell, plan.records));
  if (!plan || !built?.frames) throw new Error('Nothing is live: build the site first');
  const sources = { ...built.frames.sources };
  const pages = new Map<string, PrerenderedPages>();
  for (const [name, { live }] of Object.entries(plan.registry.remotes)) {
    const ofRemote = built.pages.get(live.version) ?? {};
    const renamed = JSON.stringify(ofRemote).replaceAll(CLASS, 'shell__$1');
    pages.set(live.version, JSON.parse(renamed) as PrerenderedPages); // only classes differ
    for (const [path, { source }] of Object.entries(ofRemote))
      if (source !== undefined) sources[path] = `../remotes/${name}/${source}`;
  }
  const other = { ...built.frames.other, html: built.frames.other.html.replace(REGION, '$1') };
  // The record lists the files of each page by the sources that this file names.
  writeFileSync(join(dist, 'frames.json'), JSON.stringify({ ...built.frames, other, sources }));
  const origin = { commit: null, builtAt: new Date().toISOString() };
  const { record } = await describeRelease(SHELL, FOLDER, dist, origin);
  await addRelease(folder, record, dist);

  const address = addressOf(SHELL, record.version);
  const chunks: Record<string, string[]> = {};
  for (const [path, files] of Object.entries(record.chunks ?? {}))
    chunks[path] = files.map((file) => address + file);
  const bundled = { preload: [], styles: [], chunks, entry: chunks[NEEDS.remote]?.[0] ?? '' };
  const registry = { shell: record.version, remotes: { ...plan.registry.remotes } };
  for (const [name, state] of Object.entries(registry.remotes))
    registry.remotes[name] = { ...state, live: { ...state.live, ...bundled } };
  const { frames, styles } = await readParts(folder, record, []);
  const template = await readFile(join(dist, 'index.html'), 'utf8');
  const ofEveryPage = new Map([...styles].filter(([href]) => template.includes(basename(href))));
  const claims = [plan.shell, ...Object.values(plan.registry.remotes)].flatMap((owner) => owner.pages);
  for (const { path } of claims) {
    // A page that is not prerendered fetches its own styles, as in the site.
    const isWhole = [...pages.values()].some((ofRemote) => ofRemote[path]?.html !== undefined);
    const parts = { frames, pages, styles: isWhole ? styles : ofEveryPage };
    const html = pageHtml({ template, registry, records: [], shell: record, parts }, path)
      .replace(IMPORT_MAP, '')
      .replace(REGISTRY, `$1{"shell":"${record.version}","remotes":{}}$2`)
      .replaceAll(SHEET, 'rel="preload" as="style"');
    put(fileOfPage(path), html);
  }
  // Each page has one address.
  put('registry.json', '{"remotes":{}}');
  put('floor/index.html', floorHtml(address + FLOOR_FILE));
  return { folder, discard: () => rmSync(root, { recursive: true, force: true }) };
}
