import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../places.ts';
import { PUBLISHED, buildPackages } from './buildPackages.ts';

const run = promisify(execFile);

/**
 * Builds the packages that are published and packs each as a registry takes it: pnpm puts versions in the place of `catalog:`
 * and `workspace:`, and what `publishConfig` says in the place of what holds in this repository.
 *
 * Takes the folder where they go, which is emptied; returns the files.
 */
export async function packPackages(folder: string): Promise<string[]> {
  await buildPackages();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pnpm = join(ROOT, 'node_modules', '.bin', 'pnpm');
  const filters = PUBLISHED.flatMap((name) => ['--filter', `./shared/${name}`]);
  await run(pnpm, ['--recursive', ...filters, 'pack', '--pack-destination', folder], {
    cwd: ROOT,
    shell: process.platform === 'win32',
  });
  return (await readdir(folder)).map((file) => join(folder, file));
}
