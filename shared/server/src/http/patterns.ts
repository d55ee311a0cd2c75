import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patternFinder } from '@space/store';
import { fileAt } from './files.ts';

/**
 * Returns a function that takes a decoded path and finds the HTML file of the matching page with parameters, or null.
 * It follows changes of the site's registry.json on disk.
 */
export function createPatternReader(root: string): (path: string) => string | null {
  const file = join(root, 'registry.json');
  let cached = { stamp: '', find: patternFinder('{"remotes":{}}') };

  return function patternFile(path) {
    const stats = fileAt(root, file);
    // A remote that is served alone: a single page that handles all its addresses.
    if (stats === null) return null;
    const stamp = `${stats.mtimeMs}-${stats.size}`;
    if (cached.stamp !== stamp) cached = { stamp, find: patternFinder(readFileSync(file, 'utf8')) };
    return cached.find(path.replace(/(.)\/$/, '$1'));
  };
}
