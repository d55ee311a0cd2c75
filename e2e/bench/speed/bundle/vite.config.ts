import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, loadConfigFromFile, mergeConfig, normalizePath, type Plugin } from 'vite';

const ROOT = normalizePath(fileURLToPath(new URL('../../../..', import.meta.url)));
const SHELL = `${ROOT}shell`;

const remotes = readdirSync(`${ROOT}remotes`)
  .map((name) => `${ROOT}remotes/${name}`)
  .sort();

/** The module of the shell's own pages, extended with every remote's: it has all lazy routes. */
function allPages(file: string): string {
  const imports = remotes.flatMap((folder, index) => [
    `import declared${index} from '${folder}/remote.json';`,
    `import { pages as loaders${index} } from '${folder}/src/routes.tsx';`,
  ]);
  const lists = remotes.map((_, index) => `...routesOf(declared${index}, loaders${index})`).join(', ');
  return [...imports, readFileSync(file, 'utf8'), `ownPages.push(${lists});`].join('\n');
}

/** The module that looks up pages, extended with the declarations of every remote. */
function allDeclarations(file: string): string {
  const folders = remotes.map((folder) => `${folder}/remote.json`);
  const imports = folders.map((json, index) => `import { pages as pages${index} } from '${json}';`);
  const all = ['...ownPages', ...folders.map((_, index) => `...pages${index}`)].join(', ');
  return [...imports, readFileSync(file, 'utf8').replace('= ownPages as', `= [${all}] as`)].join('\n');
}

/** One bundle opens no remote. */
const NO_REMOTES = `export const openRemotePage = () => Promise.reject(new Error('There are no remotes'));
export const fetchScript = () => {};
export const filesToRun = () => [];
export const needsReload = () => Promise.resolve(false);
export const warmRemote = () => {};
`;

/** Shell file → its replacement without federation. No other source changes. */
const REPLACED: Readonly<Record<string, (file: string) => string>> = {
  [`${SHELL}/src/app/ownPages.ts`]: allPages,
  [`${SHELL}/src/registry/registry.ts`]: allDeclarations,
  [`${SHELL}/src/load/openRemotePage.ts`]: () => NO_REMOTES,
};

function withoutFederation(): Plugin {
  const replaced = new Set<string>();
  return {
    name: 'space-one-bundle',
    enforce: 'pre',
    load(id) {
      const replace = REPLACED[id];
      if (!replace) return null;
      replaced.add(id);
      return replace(id);
    },
    buildEnd(error) {
      const missing = Object.keys(REPLACED).filter((file) => !replaced.has(file));
      if (!error && missing.length > 0)
        this.error(`the shell no longer has ${missing.map((file) => basename(file)).join(', ')}`);
    },
  };
}

// Builds the shell as for a release, but with the remotes' sources and without federation. makeBundleSite.ts sets `outDir`.
export default defineConfig(async (environment) => {
  const shell = await loadConfigFromFile(environment, join(SHELL, 'vite.config.ts'));
  if (!shell) throw new Error('The shell has no Vite configuration');
  return mergeConfig(shell.config, { plugins: [withoutFederation()] });
});
