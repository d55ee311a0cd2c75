import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { IS_SITE, ROOT } from '../places.ts';

const OWN = ['ts', 'mts', 'js', 'mjs'].map((ending) => `vitest.config.${ending}`);
const OURS = join(import.meta.dirname, '..', 'space', `vitest.config${extname(import.meta.filename)}`);

/**
 * The arguments that select vitest's configuration: that of the site's repository; in a remote's repository its own, or if
 * it has none, the one that comes with `space`. Takes the source folder.
 */
export function vitestConfigOf(folder: string): string[] {
  if (IS_SITE) return ['--config', join(ROOT, 'shared', 'tooling', 'vitest.config.ts')];
  return OWN.some((file) => existsSync(join(folder, file))) ? [] : ['--config', OURS];
}
