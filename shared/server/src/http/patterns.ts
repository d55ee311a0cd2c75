import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patternFinder } from '@space/store';
import { fileAt } from './files.ts';

/**
 * Returns a function that finds the file of the page with parameters which a decoded path opens, or null. What the site declares
 * is read as it is on disk now.
 */
export function createPatternReader(root: string): (path: string) => string | null {
  const file = join(root, 'registry.json');
  let known = { stamp: '', find: patternFinder('{"remotes":{}}') };

  return function patternFile(path) {
    const stats = fileAt(root, file);
    // A remote alone: a single page that knows all its addresses.
    if (stats === null) return null;
    const stamp = `${stats.mtimeMs}-${stats.size}`;
    if (known.stamp !== stamp) known = { stamp, find: patternFinder(readFileSync(file, 'utf8')) };
    return known.find(path.replace(/(.)\/$/, '$1'));
  };
}
