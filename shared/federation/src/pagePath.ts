// Paths of pages as in `remote.json`: '/notes', '/notes/:id', '/notes/*'. Only this module decides which page an
// address opens; it ranks paths as the router does (computeScore of react-router).

/**
 * What no address of a page has: a segment that is empty or begins with a dot; the end of a file's name, because what looks
 * like a file is served as one; an escape of a separator, of a control character, or of a character that needs none.
 */
const NO_PAGE = /\/[/.]|\\|\.\w+$|%([01]|2[def]|3\d|[46][1-9a-f]|5c|[57][\daf]|7e)/i;

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
 * Returns the path under which the page of an address is looked up, or null if the address can open no page: each page has
 * one address, apart from one trailing slash. Takes the pathname as in the address, not decoded.
 */
export function pathOf(pathname: string): string | null {
  if (NO_PAGE.test(pathname)) return null;
  try {
    decodeURIComponent(pathname);
  } catch {
    return null;
  }
  return pathname.replace(/(.)\/$/, '$1');
}

/**
 * Finds the page that an address opens. Takes pages and the pathname of the address, or the path of a page itself; returns
 * the most specific page, or undefined.
 */
export function pageOf<Page extends { path: string }>(
  pages: readonly Page[],
  pathname: string,
): Page | undefined {
  const found = pathOf(pathname);
  if (found === null) return undefined;
  const exact = pages.find(({ path }) => path === found);
  if (exact) return exact;
  return pages
    .filter(({ path }) => isPattern(path) && matches(path, found))
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
