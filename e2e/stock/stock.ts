import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Remotes that use nothing of this repository except `remote.json`: folder → its build tool. */
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
  /** The arguments with which `release` takes it. */
  args: readonly string[];
  discard(): Promise<void>;
}

/** Copies lie beside the fixtures, where packages are resolved. */
const STOCK_FOLDER = import.meta.dirname;
const makeFolder = (name: string, parentFolder = STOCK_FOLDER) => mkdtemp(join(parentFolder, `.${name}-`));

const sourceIn = (folder: string, isBuilt: boolean): StockSource => ({
  folder,
  args: ['--from', folder, ...(isBuilt ? ['--built'] : [])],
  discard: () => rm(folder, { recursive: true, force: true }),
});

/** Copies the remote that uses our own preset. `release` builds it. */
export async function presetSource(): Promise<StockSource> {
  const folder = await makeFolder('by-preset');
  await cp(join(STOCK_FOLDER, 'by-preset'), folder, { recursive: true, verbatimSymlinks: true });
  return sourceIn(folder, false);
}

/**
 * Builds a stock remote with its own config, as its team would. Takes its name, replacements in its config, and a folder
 * from which other versions of its tools are resolved. Returns the built remote with its sources. Throws with the tool's
 * output if the build fails.
 */
export async function buildStock(
  name: StockName,
  changes: readonly (readonly [from: string, to: string])[] = [],
  parentFolder?: string,
): Promise<StockSource> {
  const tool = TOOLS[name];
  const folder = await makeFolder(name, parentFolder);
  try {
    await cp(join(STOCK_FOLDER, name), folder, { recursive: true });
    const config = join(folder, `${tool}.config.js`);
    for (const [from, to] of changes) {
      const text = await readFile(config, 'utf8');
      if (!text.includes(from)) throw new Error(`${tool}.config.js does not contain ${from}`);
      await writeFile(config, text.replaceAll(from, to));
    }
    const args = [join(STOCK_FOLDER, 'build.ts'), folder, tool, join(folder, 'dist')];
    const { VITEST: _test, ...env } = process.env;
    await run(process.execPath, args, { cwd: folder, env: { ...env, NODE_ENV: 'production' } });
    return sourceIn(folder, true);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
