import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../places.ts';
import { PUBLISHED, buildPackages } from './buildPackages.ts';

const run = promisify(execFile);

/**
 * Builds the published packages and packs each for a registry: pnpm replaces `catalog:` and `workspace:` ranges with
 * versions, and applies `publishConfig`.
 *
 * Takes the output folder, which is emptied; returns the paths of the archives.
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
