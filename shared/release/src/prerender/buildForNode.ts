import { createHash } from 'node:crypto';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { scopedName } from '@space/federation/styles';
import { build, type Plugin, type Rolldown } from 'vite';
import type { ComponentType } from 'react';

const ENTRY = 'space-prerender';

interface NodeBuild {
  /** The exports of the entry. */
  module: unknown;
  /** The lazily imported file that exports a component, relative to the app's folder; undefined if there is none. */
  sourceOf: (Component: ComponentType) => string | undefined;
}

/** A plugin that provides the entry from a text. */
function entryOf(code: string): Plugin {
  return {
    name: 'space-prerender-entry',
    resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : null),
    load: (id) => (id === `\0${ENTRY}` ? code : null),
  };
}

/**
 * Builds and runs a part of an app in this process, with the same class names as in its browser build. Everything is
 * bundled, so that there is only one copy of React and of the router.
 *
 * Takes the app's name and folder, and the text of the entry; returns its exports. Throws when it cannot be built or run.
 */
export async function buildForNode(name: string, folder: string, entry: string): Promise<NodeBuild> {
  // Inside the app's folder, so that its packages are found; named by content, because Node caches modules by path.
  const key = createHash('sha256').update(entry).digest('hex').slice(0, 8);
  const outDir = join(folder, 'node_modules', '.space-prerender', `${process.pid}-${key}`);
  const result = (await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), entryOf(entry)],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { dedupe: ['react', 'react-dom', 'react-router-dom', '@space/platform'] },
    css: { modules: { generateScopedName: (local, file) => scopedName(name, local, basename(file), file) } },
    ssr: { noExternal: true },
    worker: { format: 'es' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      // So that errors refer to lines of the source.
      sourcemap: true,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: ENTRY,
        output: { entryFileNames: 'entry.mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })) as Rolldown.RolldownOutput;

  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(outDir, file)).href);
  const module = await load('entry.mjs');
  const sources = new Map<unknown, string>();
  for (const chunk of result.output) {
    if (chunk.type !== 'chunk' || !chunk.isDynamicEntry || chunk.facadeModuleId === null) continue;
    const source = relative(folder, chunk.facadeModuleId);
    for (const exported of Object.values((await load(chunk.fileName)) as object))
      sources.set(exported, source);
  }
  return { module, sourceOf: (Component) => sources.get(Component) };
}
