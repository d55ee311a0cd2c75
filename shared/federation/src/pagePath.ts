// Paths of pages as in `remote.json`: '/notes', '/notes/:id', '/notes/*'. Only this module decides which page an
// address opens; it ranks paths as the router does (computeScore of react-router).

/** What looks like a file is served as a file, never as a page. */
const FILE = /(\.|%2e)\w+$/i;

/** Whether a path matches more than one address. */
export const isPattern = (path: string): boolean => /[:*]/.test(path);

/** How specific a path is: if two paths of a remote match an address, the higher rank wins. */
export const rankOf = (path: string): number =>
  path.split('/').reduce((sum, part) => {
    if (part === '*') return sum - 1;
    return sum + (part.startsWith(':') ? 4 : 11);
  }, 0);

/** A parameter matches any one segment of an address; the star at the end matches any number of segments, even none. */
const matches = (pattern: string, pathname: string) =>
  new RegExp(`^${pattern.replace('/*', '(/[^/]+)*').replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);

/**
 * Finds the page that an address opens. Takes pages and a pathname without a trailing slash, or the path of a page itself;
 * returns the most specific page, or undefined.
 */
export function pageOf<Page extends { path: string }>(
  pages: readonly Page[],
  pathname: string,
): Page | undefined {
  const exact = pages.find(({ path }) => path === pathname);
  if (exact || FILE.test(pathname)) return exact;
  return pages
    .filter(({ path }) => isPattern(path) && matches(path, pathname))
    .sort((one, other) => rankOf(other.path) - rankOf(one.path))[0];
}

/** Whether there is an address that both paths match. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  for (let index = 0; ; index += 1) {
    const [left, right] = [a[index], b[index]];
    if (left === '*' || right === '*' || (left === undefined && right === undefined)) return true;
    if (left === undefined || right === undefined) return false;
    if (left !== right && !left.startsWith(':') && !right.startsWith(':')) return false;
  }
}
