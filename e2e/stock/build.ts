import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// `node e2e/stock/build.ts <folder> <tool> <output folder>`: builds a fixture from its config, as the tool's own command
// does. Runs in a process of its own because federation plugins keep state per process.

type Callback = (
  error: Error | null,
  stats?: { hasErrors(): boolean; toString(options: object): string },
) => void;
type Bundler = (config: object) => { run(done: Callback): void; close(done: () => void): void };

const [folder = '', tool = '', outDir = ''] = process.argv.slice(2);
process.chdir(folder);

async function bundle(bundler: Bundler, file: string): Promise<void> {
  const { default: config } = (await import(pathToFileURL(join(folder, file)).href)) as {
    default: { output?: object };
  };
  const compiler = bundler({ ...config, output: { ...config.output, path: outDir, clean: true } });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors() === true) reject(new Error(stats.toString({ all: false, errors: true })));
      else compiler.close(resolve);
    });
  });
}

if (tool === 'vite') {
  const { build } = await import('vite');
  await build({ root: folder, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
} else if (tool === 'rsbuild') {
  const { createRsbuild, loadConfig } = await import('@rsbuild/core');
  const { content } = await loadConfig({ cwd: folder });
  const distPath = { root: outDir };
  const config = { ...content, logLevel: 'warn' as const, output: { ...content.output, distPath } };
  await (await createRsbuild({ cwd: folder, config })).build();
} else if (tool === 'rspack') {
  const { rspack } = await import('@rspack/core');
  await bundle(rspack, 'rspack.config.js');
} else {
  const { default: webpack } = await import('webpack');
  await bundle(webpack, 'webpack.config.js');
}
