import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import {
  CONTAINERS,
  CONTRACT_VERSION,
  EXPOSED_MODULE,
  containerOf,
  type Refusal,
  type Rule,
} from '@space/federation';
import type { BuildManifest, RemoteDeclaration } from '@space/store';

/** A build by a tool that knows nothing of this site. */
export interface StockBuild {
  declaration: RemoteDeclaration;
  manifest: BuildManifest;
  /** The folder of the build, and what is in it. */
  dist: string;
  files: readonly string[];
}

const PLATFORM = '@space/platform';
/** The federation plugins of both kinds take it; the config of the fixtures in e2e/stock has each of these lines. */
const AS_MODULE =
  "`library: { type: 'module' }` in the plugin's options, `output: { module: true }` (Rspack, Rsbuild, webpack), and for webpack `experiments: { outputModule: true }`";
/** A hook in React's own code, however it was minified: it hands on to the page's renderer, which another copy has none of. */
const REACT = /\.(use[A-Z]\w*)\s*=\s*function\s*\([\w$,\s]*\)\s*\{\s*return [\w$.()]+\.\1\(/;
/** What bundlers write into a build for development. */
const EVAL = /(?:^|[\s;{(,])eval\((?:"|'|`|__webpack_require__\.ts\()/;

/** The entry, where a build says it is. */
export const entryOf = ({ metaData: { remoteEntry } }: BuildManifest): string =>
  posix.join(remoteEntry.path ?? '', remoteEntry.name);

/** What `remote.json` has to say in the place of the notes that our own builds write. */
function checkDeclared({ declaration, manifest }: StockBuild): [Rule, string][] {
  const { container, contract, uses } = declaration;
  const version = manifest.metaData.pluginVersion;
  const isOther = CONTAINERS.includes(containerOf('enhanced', version)) && !CONTAINERS.includes(version);
  const found: [Rule, string][] = [];
  if (isOther && container !== 'enhanced')
    found.push([
      'plugin',
      `@module-federation/enhanced built it: write "container": "enhanced" into remote.json`,
    ]);
  if (contract === undefined)
    found.push([
      'contract',
      `nothing says which contract it keeps: write "contract": ${CONTRACT_VERSION} into remote.json`,
    ]);
  if (uses === undefined)
    found.push([
      'platform',
      `nothing says which names of ${PLATFORM} it takes: list them in remote.json, as in "uses": ["Link", "useSession"], or [] for none`,
    ]);
  return found;
}

/** What it says of its shares: the shell has the only React and the only platform. */
function checkShares({ declaration, manifest }: StockBuild): [Rule, string][] {
  const bundled = manifest.shared.filter(({ assets }) => {
    const { sync = [], async = [] } = assets?.js ?? {};
    return sync.length + async.length > 0;
  });
  const found = bundled.map(({ name }): [Rule, string] => [
    'share',
    `it brings a copy of ${name}, for a page that has none; with two of them its pages fail: add \`import: false\` to ${name} in \`shared\``,
  ]);
  const isShared = manifest.shared.some(({ name }) => name === PLATFORM);
  if ((declaration.uses ?? []).length > 0 && !isShared)
    found.push([
      'share',
      `it takes names of ${PLATFORM}, and its mf-manifest.json does not list that under \`shared\`: share it, with \`import: false\`, and install it (webpack leaves out what is not installed)`,
    ]);
  if ((manifest.remotes ?? []).length > 0)
    found.push([
      'plugin',
      'it loads other remotes itself, past their hashes: lead to their pages with links',
    ]);
  return found;
}

/** Whether it can be run from wherever a release is put, by the site's own scripts alone. */
function checkPlace({ manifest, files }: StockBuild): [Rule, string][] {
  const { publicPath, getPublicPath } = manifest.metaData;
  const found: [Rule, string][] = [];
  if (getPublicPath !== undefined || !['auto', '', './', undefined].includes(publicPath))
    found.push([
      'plugin',
      `its files look for each other at '${getPublicPath ?? publicPath}', and a release is put somewhere else: \`publicPath: 'auto'\` (Rspack, webpack), \`assetPrefix: 'auto'\` (Rsbuild) or \`base: './'\` (Vite), and no \`getPublicPath\``,
    ]);
  const module = files.find((file) => /\.[cm]js$/.test(file));
  if (module !== undefined)
    found.push([
      'plugin',
      `${module} is none of the names that every host sends as a script: \`filename: '[name].js'\` and \`chunkFilename: '[name].[contenthash].js'\` in \`output\`, for Rsbuild \`filename: { js: '[name].[contenthash].js' }\``,
    ]);
  const page = files.find((file) => file.endsWith('.html'));
  if (page !== undefined)
    found.push([
      'plugin',
      `${page} is a page, and the pages of a remote are those of remote.json: build without it: no \`source.entry\` and no \`src/index\` (Rsbuild), no plugin for HTML (Rspack, webpack), \`input: 'src/routes.js'\` (Vite)`,
    ]);
  return found;
}

/** Whether the entry and what it exposes are modules that Module Federation can open, and not classic scripts. */
async function checkEntry({ manifest, dist, files }: StockBuild): Promise<[Rule, string][]> {
  const entry = entryOf(manifest);
  if (!files.includes(entry))
    return [['plugin', `mf-manifest.json names ${entry} as its entry, and the build has none`]];
  // It takes a while to load, and most releases are our own builds.
  const { parseSync } = await import('vite');
  const exportsOf = async (file: string) => {
    const { module } = parseSync(file, await readFile(join(dist, file), 'utf8'));
    return module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name));
  };
  const names = await exportsOf(entry);
  const isContainer = names.includes('init') && names.includes('get');
  const routes = manifest.exposes.find(({ path }) => path === EXPOSED_MODULE)?.assets.js.sync ?? [];
  const chunks = routes.filter((file) => files.includes(file));
  const exported = (await Promise.all(chunks.map(exportsOf))).flat();
  const classic = isContainer ? chunks[0] : entry;
  if (classic === undefined || (isContainer && exported.length > 0)) return [];
  return [
    [
      'plugin',
      `${classic} is a classic script: those load others past the site's hashes, and its policy (Trusted Types) stops them. Build modules: ${AS_MODULE}`,
    ],
  ];
}

/** What must not be in any script of it. */
async function checkScripts({ dist, files }: StockBuild): Promise<[Rule, string][]> {
  const found: [Rule, string][] = [];
  for (const file of files.filter((one) => /\.[cm]?js$/.test(one))) {
    const text = await readFile(join(dist, file), 'utf8');
    if (REACT.test(text))
      found.push([
        'share',
        `${file} holds a copy of React, and the page has one: share react with \`import: false\`, so that it is left out`,
      ]);
    if (EVAL.test(text))
      found.push([
        'plugin',
        `${file} was built for development and needs eval, which the site's policy refuses: \`mode: 'production'\``,
      ]);
  }
  return found;
}

/**
 * Decides whether the build of another tool can be a release: what our own builds see to by themselves (decision 039). Takes
 * the build; returns a refusal for each thing that is missing or in the way, with what to change.
 */
export async function checkStock(build: StockBuild): Promise<Refusal[]> {
  const found = [
    ...checkDeclared(build),
    ...checkPlace(build),
    ...(await checkEntry(build)),
    ...checkShares(build),
    ...(await checkScripts(build)),
  ];
  return found.map(([rule, message]) => ({ rule, message }));
}
