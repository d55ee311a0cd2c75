import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { scopedName } from '@space/federation/build';
import { build, type Plugin, type Rolldown } from 'vite';
import { ROOT } from '../places.ts';

const ENTRY = 'space-prerender';

interface NodeBuild {
  /** Runs the entry, and returns its exports. */
  load: () => Promise<unknown>;
  /**
   * Runs the lazily imported modules; returns for each component the file that exports it, relative to the app's folder. A
   * module that throws, because it needs a browser, has none.
   */
  loadSources: () => Promise<Map<unknown, string>>;
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
 * Builds a part of an app for this process, with the same class names as in its browser build. Everything is bundled, so
 * that there is only one copy of React and of the router.
 *
 * Takes the app's name and folder, the text of the entry, and whether the test platform takes the place of the platform,
 * with React's development version for its messages. Throws when it cannot be built.
 */
export async function buildForNode(
  name: string,
  folder: string,
  entry: string,
  { isTest = false } = {},
): Promise<NodeBuild> {
  const outDir = await mkdtemp(join(tmpdir(), `space-${name}-`));
  // Modules may be loaded until then.
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const result = (await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), entryOf(entry)],
    define: { 'process.env.NODE_ENV': isTest ? '"development"' : '"production"' },
    resolve: {
      dedupe: ['react', 'react-dom', 'react-router-dom', '@space/platform'],
      alias: isTest ? [{ find: /^@space\/platform$/, replacement: '@space/platform/testing' }] : [],
    },
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
  return {
    load: () => load('entry.mjs'),
    loadSources: async () => {
      const sources = new Map<unknown, string>();
      for (const chunk of result.output) {
        if (chunk.type !== 'chunk' || !chunk.isDynamicEntry || chunk.facadeModuleId === null) continue;
        const exported = await load(chunk.fileName).catch(() => ({}));
        for (const value of Object.values(exported as object))
          sources.set(value, relative(folder, chunk.facadeModuleId));
      }
      return sources;
    },
  };
}

/** The file and line of an app that threw an error, relative to the repository; undefined if its stack names none. */
export function placeOfError(error: unknown, folder: string): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frame = stack.split('\n').find((line) => line.includes(join(folder, 'src')));
  const [, file, line] = /([^(\s]+?):(\d+):\d+\)?$/.exec(frame ?? '') ?? [];
  return file === undefined ? undefined : `${relative(ROOT, file.replace('file://', ''))}:${line}`;
}
