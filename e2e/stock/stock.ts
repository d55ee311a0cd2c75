import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Remotes that know nothing of this repository but `remote.json`: folder → the tool that builds it. */
const TOOLS = {
  'by-rsbuild': 'rsbuild',
  'by-vite': 'vite',
  'by-rspack': 'rspack',
  'by-webpack': 'webpack',
} as const;
export type StockName = keyof typeof TOOLS;
export const STOCK_NAMES = Object.keys(TOOLS) as StockName[];

/** The source of a remote, or its build. */
export interface StockSource {
  folder: string;
  /** What makes `release` take it. */
  words: readonly string[];
  discard(): Promise<void>;
}

/** Beside the fixtures, where packages are found. */
const HERE = import.meta.dirname;
const makeFolder = (name: string, place = HERE) => mkdtemp(join(place, `.${name}-`));

const sourceIn = (folder: string, isBuilt: boolean): StockSource => ({
  folder,
  words: ['--from', folder, ...(isBuilt ? ['--built'] : [])],
  discard: () => rm(folder, { recursive: true, force: true }),
});

/** A copy of the remote of our own preset, which is built when it is released. */
export async function presetSource(): Promise<StockSource> {
  const folder = await makeFolder('by-preset');
  await cp(join(HERE, 'by-preset'), folder, { recursive: true, verbatimSymlinks: true });
  return sourceIn(folder, false);
}

/**
 * Builds a stock remote by its own config, as its team would. Takes its name, what of its config is another, and the folder
 * where its tools are found, when these are others; returns the build, with what its team writes beside it. Throws with what
 * the tool says when it does not build.
 */
export async function buildStock(
  name: StockName,
  changes: readonly (readonly [from: string, to: string])[] = [],
  place?: string,
): Promise<StockSource> {
  const tool = TOOLS[name];
  const folder = await makeFolder(name, place);
  try {
    await cp(join(HERE, name), folder, { recursive: true });
    const config = join(folder, `${tool}.config.js`);
    for (const [from, to] of changes) {
      const text = await readFile(config, 'utf8');
      if (!text.includes(from)) throw new Error(`${tool}.config.js does not contain ${from}`);
      await writeFile(config, text.replaceAll(from, to));
    }
    const words = [join(HERE, 'build.ts'), folder, tool, join(folder, 'dist')];
    const { VITEST: _test, ...env } = process.env;
    await run(process.execPath, words, { cwd: folder, env: { ...env, NODE_ENV: 'production' } });
    return sourceIn(folder, true);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
