import { join, relative } from 'node:path';
import { normalizePath, type Plugin, type Rolldown } from 'vite';
import { ENTRY, OF_PLATFORM, ROUTES } from './container.ts';
import { CONTRACT_VERSION } from './contract.ts';
import { NOTES_FILE } from './registry.ts';
import { SHARES } from './shares.ts';

/** The given chunks and everything that they import, statically or, if `isLazy`, also when it is needed. */
function closureOf(bundle: Rolldown.OutputBundle, files: readonly string[], isLazy = false): Set<string> {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    chunk.imports.forEach(add);
    if (isLazy) chunk.dynamicImports.forEach(add);
  };
  files.forEach(add);
  return found;
}

const OF_PLATFORM_BY_NAME = /\b(?:im|ex)port\s*\{([^}]*)\}\s*from\s*['"]@space\/platform['"]/g;

/**
 * Writes the notes of a build, from which the release's record is made: its first scripts, the shares, and the names that it
 * uses of the platform. Takes the remote's name; returns the Vite plugin. The build fails if style sheets went in and none
 * came out: a group of chunks can lose them all silently.
 */
export function releaseNotes(name: string): Plugin {
  let root = '';
  const places = new Map<string, string>();
  return {
    name: 'space-release-notes',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      ({ root } = config);
    },
    transform(code, id) {
      const path = normalizePath(relative(root, id));
      const file = path.startsWith('../') ? path.replace(/^.*(?=shared\/)/, '') : `remotes/${name}/${path}`;
      for (const { 1: list = '', index } of code.matchAll(OF_PLATFORM_BY_NAME)) {
        const line = code.slice(0, index).split('\n').length;
        for (const item of list.split(',')) places.set(item.trim().split(/\s/)[0] ?? '', `${file}:${line}`);
      }
      return null;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (!bundle[ENTRY]) this.error(`the build has no ${ENTRY}`);
        const lost = [...this.getModuleIds()].find((id) => id.endsWith('.css'));
        if (lost !== undefined && !Object.keys(bundle).some((file) => file.endsWith('.css')))
          this.error(`the build has lost its style sheets, among them ${lost}: check the chunk groups`);
        // The plugin also makes chunks that turn a page into a host, which no remote of this site imports.
        const imported = closureOf(bundle, [ENTRY], true);
        const unused = Object.keys(bundle).filter(
          (file) => bundle[file]?.type === 'chunk' && !imported.has(file),
        );
        for (const file of unused) delete bundle[file];
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const routes = chunks.filter(
          ({ facadeModuleId }) => facadeModuleId === normalizePath(join(root, ROUTES)),
        );
        const first = closureOf(bundle, [ENTRY, ...routes.map(({ fileName }) => fileName)]);
        const uses = chunks
          .flatMap(({ modules }) => Object.entries(modules))
          .flatMap(([id, { renderedExports }]) => (OF_PLATFORM.test(id) ? renderedExports : []))
          .filter((one) => !/^(default$|__)/.test(one))
          .sort();
        const notes = {
          contract: CONTRACT_VERSION,
          entry: ENTRY,
          preload: [...first].filter((file) => file !== ENTRY),
          shares: SHARES,
          uses,
          places: Object.fromEntries(uses.map((use) => [use, places.get(use)])),
        };
        this.emitFile({ type: 'asset', fileName: NOTES_FILE, source: JSON.stringify(notes) });
      },
    },
  };
}
