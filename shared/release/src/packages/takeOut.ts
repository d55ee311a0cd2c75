import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { errorMessage, storeError } from '@space/store';
import { sourceOf } from '../places.ts';
import { IGNORED, TSCONFIG, ownManifest } from './ownRepository.ts';

/** Build output and installed packages, which are not copied. */
const NOT_COPIED = /(^|\/)(node_modules|dist|\.vite|\.__mf__temp)(\/|$)/;

/**
 * Copies a remote of this repository into a folder that becomes a repository of its own, and adapts its package.json,
 * tsconfig.json and .gitignore. Its source is not changed.
 *
 * Takes the folder of the remote and the target folder. Throws StoreError if the target contains anything but a `.git`.
 */
export async function takeOut(remote: string, target: string): Promise<void> {
  const entries = existsSync(target) ? await readdir(target) : [];
  if (entries.some((name) => name !== '.git')) throw storeError(`${target} is not empty.`);
  await mkdir(target, { recursive: true });
  await cp(remote, target, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(remote, path)) });
  const manifest = ownManifest(await readFile(join(remote, 'package.json'), 'utf8'));
  const put = (file: string, text: string) => writeFile(join(target, file), `${text}\n`);
  await put('package.json', JSON.stringify(manifest, null, 2));
  await put('tsconfig.json', JSON.stringify(TSCONFIG));
  await put('.gitignore', IGNORED.join('\n'));
}

// `node shared/release/src/packages/takeOut.ts retro ../retro`
if (import.meta.main) {
  const [name = '', target = ''] = process.argv.slice(2);
  try {
    if (target === '') throw storeError('Name a remote and its new folder: takeOut.ts retro ../retro');
    await takeOut(sourceOf(name), resolve(target));
    console.log(`${name} is in ${target}. Next: git init, and install there.`);
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}
