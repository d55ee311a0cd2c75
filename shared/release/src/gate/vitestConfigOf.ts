import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { IS_SITE, ROOT } from '../places.ts';

const OWN = ['ts', 'mts', 'js', 'mjs'].map((ending) => `vitest.config.${ending}`);
const OURS = join(import.meta.dirname, '..', 'space', `vitest.config${extname(import.meta.filename)}`);

/**
 * The words that tell vitest its configuration: this repository's; in the repository of a remote its own, or where there is none
 * the one that comes with `space`. Takes the source folder.
 */
export function vitestConfigOf(folder: string): string[] {
  if (IS_SITE) return ['--config', join(ROOT, 'shared', 'tooling', 'vitest.config.ts')];
  return OWN.some((file) => existsSync(join(folder, file))) ? [] : ['--config', OURS];
}
