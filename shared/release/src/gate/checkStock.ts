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

/** A build that was made without our Vite preset. */
export interface StockBuild {
  declaration: RemoteDeclaration;
  manifest: BuildManifest;
  /** The folder of the build, and the names of its files. */
  dist: string;
  files: readonly string[];
}

const PLATFORM = '@space/platform';
/** The options that make each tool emit ES modules; the fixtures in e2e/stock use each of them. */
const MODULE_OPTIONS =
  "`library: { type: 'module' }` in the plugin's options, `output: { module: true }` (Rspack, Rsbuild, webpack), and for webpack `experiments: { outputModule: true }`";
/** A hook in React's own code, minified or not: it delegates to the renderer, which a second copy of React does not have. */
const REACT_COPY = /\.(use[A-Z]\w*)\s*=\s*function\s*\([\w$,\s]*\)\s*\{\s*return [\w$.()]+\.\1\(/;
/** The calls of `eval` that bundlers write into development builds. */
const EVAL = /(?:^|[\s;{(,])eval\((?:"|'|`|__webpack_require__\.ts\()/;

/** The path of the entry, from the build's manifest. */
export const entryOf = ({ metaData: { remoteEntry } }: BuildManifest): string =>
  posix.join(remoteEntry.path ?? '', remoteEntry.name);

/** Checks that `remote.json` declares what our own preset would have recorded in the manifest. */
function checkDeclared({ declaration, manifest }: StockBuild): [Rule, string][] {
  const { container, contract, uses } = declaration;
  const version = manifest.metaData.pluginVersion;
  const isEnhanced = CONTAINERS.includes(containerOf('enhanced', version)) && !CONTAINERS.includes(version);
  const found: [Rule, string][] = [];
  if (isEnhanced && container !== 'enhanced')
    found.push([
      'plugin',
      `@module-federation/enhanced built it: write "container": "enhanced" into remote.json`,
    ]);
  if (contract === undefined)
    found.push([
      'contract',
      `remote.json does not say which contract it implements: add "contract": ${CONTRACT_VERSION}`,
    ]);
  if (uses === undefined)
    found.push([
      'platform',
      `remote.json does not say which names of ${PLATFORM} it uses: list them, as in "uses": ["Link", "useSession"], or [] for none`,
    ]);
  return found;
}

/** Checks the shared packages: React and the platform must come from the shell, not from a bundled copy. */
function checkShares({ declaration, manifest }: StockBuild): [Rule, string][] {
  const bundled = manifest.shared.filter(({ assets }) => {
    const { sync = [], async = [] } = assets?.js ?? {};
    return sync.length + async.length > 0;
  });
  const found = bundled.map(({ name }): [Rule, string] => [
    'share',
    `it bundles a copy of ${name} as a fallback; a page with two copies fails: add \`import: false\` to ${name} in \`shared\``,
  ]);
  const isShared = manifest.shared.some(({ name }) => name === PLATFORM);
  if ((declaration.uses ?? []).length > 0 && !isShared)
    found.push([
      'share',
      `it uses names of ${PLATFORM}, but its mf-manifest.json does not list that package under \`shared\`: share it, with \`import: false\`, and install it (webpack leaves out what is not installed)`,
    ]);
  if ((manifest.remotes ?? []).length > 0)
    found.push([
      'plugin',
      'it loads other remotes itself, which bypasses their hashes: link to their pages instead',
    ]);
  return found;
}

/** Checks that the build runs from any folder of the site, and contains only files that every host serves as scripts. */
function checkPlace({ manifest, files }: StockBuild): [Rule, string][] {
  const { publicPath, getPublicPath } = manifest.metaData;
  const found: [Rule, string][] = [];
  if (getPublicPath !== undefined || !['auto', '', './', undefined].includes(publicPath))
    found.push([
      'plugin',
      `its files load each other from '${getPublicPath ?? publicPath}', but a release has another address: set \`publicPath: 'auto'\` (Rspack, webpack), \`assetPrefix: 'auto'\` (Rsbuild) or \`base: './'\` (Vite), and no \`getPublicPath\``,
    ]);
  const module = files.find((file) => /\.[cm]js$/.test(file));
  if (module !== undefined)
    found.push([
      'plugin',
      `${module} has an extension that some hosts do not send as a script: set \`filename: '[name].js'\` and \`chunkFilename: '[name].[contenthash].js'\` in \`output\`, for Rsbuild \`filename: { js: '[name].[contenthash].js' }\``,
    ]);
  const page = files.find((file) => file.endsWith('.html'));
  if (page !== undefined)
    found.push([
      'plugin',
      `${page} is an HTML page, but the pages of a remote are declared in remote.json. Build without it: no \`source.entry\` and no \`src/index\` (Rsbuild), no plugin for HTML (Rspack, webpack), \`input: 'src/routes.js'\` (Vite)`,
    ]);
  return found;
}

/** Checks that the entry and the modules that it exposes are ES modules, not classic scripts. */
async function checkEntry({ manifest, dist, files }: StockBuild): Promise<[Rule, string][]> {
  const entry = entryOf(manifest);
  if (!files.includes(entry))
    return [['plugin', `mf-manifest.json names ${entry} as its entry, but the build does not contain it`]];
  // Loaded on demand: Vite loads slowly, and most releases are built with our preset.
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
      `${classic} is a classic script: such scripts bypass the site's hashes, and its policy (Trusted Types) blocks them. Build modules: ${MODULE_OPTIONS}`,
    ],
  ];
}

/** Checks all scripts for a bundled React and for development builds. */
async function checkScripts({ dist, files }: StockBuild): Promise<[Rule, string][]> {
  const found: [Rule, string][] = [];
  for (const file of files.filter((one) => /\.[cm]?js$/.test(one))) {
    const text = await readFile(join(dist, file), 'utf8');
    if (REACT_COPY.test(text))
      found.push([
        'share',
        `${file} contains a copy of React, but the page already has one: share react with \`import: false\`, so that it is left out`,
      ]);
    if (EVAL.test(text))
      found.push([
        'plugin',
        `${file} was built for development and needs eval, which the site's policy refuses: set \`mode: 'production'\``,
      ]);
  }
  return found;
}

/**
 * Checks whether a build that was made without our preset can be released: everything that the preset ensures (decision
 * 039). Takes the build; returns a refusal with advice for each problem.
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
