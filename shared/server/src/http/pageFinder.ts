import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageFinder } from '@space/store';
import { fileAt } from './files.ts';

/**
 * Returns a function that takes the pathname of an address and lists the HTML files that it may open: the first one that
 * exists is its page. It follows changes of the site's registry.json on disk.
 */
export function createPageFinder(root: string): (pathname: string) => string[] {
  const file = join(root, 'registry.json');
  // A remote that is served alone has no registry.
  let cached = { stamp: '', find: pageFinder('{"remotes":{}}') };

  return function pageFiles(pathname) {
    const stats = fileAt(root, file);
    const stamp = stats === null ? '' : `${stats.mtimeMs}-${stats.size}`;
    if (cached.stamp !== stamp && stats !== null)
      cached = { stamp, find: pageFinder(readFileSync(file, 'utf8')) };
    return cached.find(pathname);
  };
}
