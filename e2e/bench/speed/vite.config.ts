import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, loadConfigFromFile, mergeConfig, normalizePath, type Plugin } from 'vite';

// Builds the shell as for a release, but with the remotes' sources and without federation. bundle.ts sets `outDir`.

const ROOT = normalizePath(fileURLToPath(new URL('../../..', import.meta.url)));
const remotes = readdirSync(`${ROOT}remotes`).sort();

/** One bundle opens no remote. */
const NO_REMOTES = `export const openRemotePage = () => Promise.reject(new Error('There are no remotes'));
export const fetchScript = () => {};
export const filesToRun = () => [];
export const needsReload = () => Promise.resolve(false);
export const warmRemote = () => {};
`;

const importsOf = (what: string, file: string) =>
  remotes.map((name, index) => `import { pages as ${what}${index} } from '${ROOT}remotes/${name}/${file}';`);

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
    const file = id.replace(`${ROOT}shell/src/`, '');
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

export default defineConfig(async (environment) => {
  const shell = await loadConfigFromFile(environment, `${ROOT}shell/vite.config.ts`);
  if (!shell) throw new Error('The shell has no Vite configuration');
  return mergeConfig(shell.config, { plugins: [withoutFederation] });
});
