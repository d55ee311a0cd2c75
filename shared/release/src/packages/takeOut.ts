import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { sentenceOf, storeError } from '@space/store';
import { sourceOf } from '../places.ts';
import { IGNORED, TSCONFIG, ownManifest } from './ownRepository.ts';

/** What is built or installed stays. */
const STAYS = /(^|\/)(node_modules|dist|dist-alone|\.vite|\.__mf__temp)(\/|$)/;

/**
 * Copies a remote of this repository into a folder that becomes a repository of its own, with what it needs there: versions of
 * the packages, the compiler's settings, the command `space`. Its source stays as it is.
 *
 * Takes the folder of the remote and where it goes. Throws StoreError when something is there already, but for a `.git`.
 */
export async function takeOut(remote: string, target: string): Promise<void> {
  const there = existsSync(target) ? await readdir(target) : [];
  if (there.some((name) => name !== '.git')) throw storeError(`${target} is not empty.`);
  await mkdir(target, { recursive: true });
  await cp(remote, target, { recursive: true, filter: (path) => !STAYS.test(relative(remote, path)) });
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
    if (target === '') throw storeError('Say which remote, and where it goes: takeOut.ts retro ../retro');
    await takeOut(sourceOf(name), resolve(target));
    console.log(`${name} is in ${target}. Next: git init, and install there.`);
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}
