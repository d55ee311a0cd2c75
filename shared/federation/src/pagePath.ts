// Paths of pages as `remote.json` has them: '/notes', '/notes/:id', '/notes/*'. Which page an address opens is
// asked here alone; it ranks as the router does (computeScore of react-router).

/** What looks like a file is answered as a file, and never with a page. */
const FILE = /(\.|%2e)\w+$/i;

/** Whether a path stands for more than one address. */
export const isPattern = (path: string): boolean => /[:*]/.test(path);

/** How specific a path is: the higher one has the address when two of one remote match. */
export const rankOf = (path: string): number =>
  path.split('/').reduce((sum, part) => {
    if (part === '*') return sum - 1;
    return sum + (part.startsWith(':') ? 4 : 11);
  }, 0);

/** A parameter is one part of an address, whatever is in it; the star at the end is any number of them, none as well. */
const matches = (pattern: string, pathname: string) =>
  new RegExp(`^${pattern.replace('/*', '(/[^/]+)*').replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);

/**
 * Finds the page that an address opens. Takes pages and a pathname without a slash at its end, or the path of a page itself;
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

/** Whether there is an address that two paths both stand for. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  for (let place = 0; ; place += 1) {
    const [left, right] = [a[place], b[place]];
    if (left === '*' || right === '*' || (left === undefined && right === undefined)) return true;
    if (left === undefined || right === undefined) return false;
    if (left !== right && !left.startsWith(':') && !right.startsWith(':')) return false;
  }
}
