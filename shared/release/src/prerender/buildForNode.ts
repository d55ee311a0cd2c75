import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { scopedName } from '@space/federation/build';
import { build, type Rolldown } from 'vite';
import { placeOf } from '../places.ts';

/** The path of a module of this folder, from this repository or from the installed package. Takes its name. */
export const ownModule = (name: string): string =>
  join(import.meta.dirname, name + extname(import.meta.filename).replace('ts', 'tsx'));

/**
 * Builds a part of an app for this process, with the class names of its browser build. All is bundled: there is one React and
 * one router. `isTest`: with the test platform, and React's development version. Throws when it cannot be built.
 */
export async function buildForNode(
  name: string,
  folder: string,
  exports: readonly (readonly [what: string, file: string])[],
  isTest = false,
) {
  const draft = await mkdtemp(join(tmpdir(), `space-${name}-`));
  // Modules may be loaded until then.
  process.on('exit', () => rmSync(draft, { recursive: true, force: true }));
  const [input, outDir] = [join(draft, 'entry.ts'), join(draft, 'dist')];
  const lines = exports.map(([what, file]) => `export ${what} from ${JSON.stringify(file)};`);
  await writeFile(input, lines.join('\n'));
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
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
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input,
        output: { entryFileNames: 'entry.mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })) as Rolldown.RolldownOutput;

  // So that errors refer to lines of the source. Earlier, Node would parse the maps of the bundler's own modules as well.
  process.setSourceMapsEnabled(true);
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(outDir, file)).href);
  return {
    /** Runs the entry and returns its exports. */
    load: () => load('entry.mjs'),
    /** Runs the lazily imported modules; returns by component the file that exports it, relative to the app's folder. */
    async loadSources(): Promise<Map<unknown, string>> {
      const sources = new Map<unknown, string>();
      for (const chunk of output) {
        if (chunk.type !== 'chunk' || !chunk.isDynamicEntry || chunk.facadeModuleId === null) continue;
        // A module that needs a browser throws, and has no components here.
        const exported = await load(chunk.fileName).catch(() => ({}));
        for (const value of Object.values(exported as object))
          sources.set(value, relative(folder, chunk.facadeModuleId));
      }
      return sources;
    },
  };
}

/** The file and line of an app that threw an error, as people read it; undefined if its stack names none. */
export function placeOfError(error: unknown, folder: string): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frame = stack.split('\n').find((line) => line.includes(join(folder, 'src')));
  const [, file, line] = /([^(\s]+?):(\d+):\d+\)?$/.exec(frame ?? '') ?? [];
  return file === undefined ? undefined : `${placeOf(file.replace('file://', ''))}:${line}`;
}
