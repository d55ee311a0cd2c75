import type { Refusal } from './gate.ts';
import type { NavigationEntry, PageClaim } from './registry.ts';

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

/** The addresses that a path matches, as the source of a regular expression. The star at the end matches even no segment. */
export const addressesOf = (path: string): string =>
  path.replace('/*', '(/[^/]+)*').replaceAll(/:\w+/g, '[^/]+');

/**
 * Returns the path under which the page of an address is looked up, without a slash at its end; null if the address can open
 * no page. Takes the pathname as in the address, not decoded.
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
    .filter(({ path }) => isPattern(path) && new RegExp(`^${addressesOf(path)}$`).test(found))
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

/** Plain segments; after the first one also parameters, each with its own name, and a star at the end. */
const PATH = /^\/([\w-]+(\/([\w-]+|:[A-Za-z]\w*))*(\/\*)?)?$/;
const SAME_NAME = /(:\w+)\/(.*\/)?\1(\/|$)/;
/** Addresses of the site itself: files, releases, the backend, calendar feeds, and what begins with an underscore. */
const RESERVED = ['/assets/*', '/remotes/*', '/shell/*', '/auth/v1/*', '/rest/*', '/calendar/*'];
const isReserved = (path: string) => path.startsWith('/_') || RESERVED.some((one) => overlap(one, path));

/** An app with pages that it claims: a record of a release, or a declaration. */
interface Owner {
  name: string;
  pages: readonly PageClaim[];
}

/** Why a path conflicts with those of other apps; null if it does not. */
function checkOwner(path: string, others: readonly Owner[]): string | null {
  for (const { name, pages } of others) {
    const taken = pages.find((claim) => overlap(claim.path, path))?.path;
    if (taken === path) return `${path} belongs to ${name}`;
    if (taken !== undefined) return `${path} overlaps with ${taken}, which belongs to ${name}`;
  }
  return null;
}

/** Why a path conflicts with others of the same app: if two match an address, one must be more specific. */
function checkOwn(path: string, before: readonly string[]): string | null {
  if (before.includes(path)) return `it claims ${path} twice`;
  const equal = before.find((one) => overlap(one, path) && rankOf(one) === rankOf(path));
  return equal === undefined
    ? null
    : `${path} and ${equal} have addresses in common, and neither is more specific`;
}

/** Why a page's redirect is invalid: its target must be a page that does not redirect the same people. */
function checkTarget(
  { path, access, signIn, signedIn }: PageClaim,
  known: ReadonlyMap<string, PageClaim['access']>,
): string | null {
  if (access === 'public') return null;
  const [field, target] = access === 'signed-in' ? ['signIn', signIn] : ['signedIn', signedIn];
  if (target === undefined) return `${path} is for people who are ${access}, and names no '${field}' page`;
  const found = known.get(target);
  if (found === undefined) return `${path} sends people to ${target}, and there is no such page`;
  if (found === access) return `${path} sends people to ${target}, which would send them on as well`;
  return null;
}

/** The redirect targets of claims, as if these pages existed: for a check that does not know the rest of the site. */
export const targetsOf = (claims: readonly PageClaim[]): PageClaim[] =>
  claims
    .flatMap(({ signIn, signedIn }) => [signIn, signedIn])
    .filter((path) => path !== undefined && !claims.some((claim) => claim.path === path))
    .map((path = '') => ({ path, access: 'public' }));

/**
 * Decides whether an app may have the pages that it claims: an address belongs to the app that claimed it first. Takes the
 * app's name, its claims, those of the shell and of the remotes that come first (its own are ignored), and the pages of later
 * remotes, to which redirects may lead too. Returns a refusal for each claim that is refused.
 */
export function checkPages(
  name: string,
  claims: readonly PageClaim[],
  others: readonly Owner[],
  elsewhere: readonly PageClaim[] = [],
): Refusal[] {
  const foreign = others.filter((other) => other.name !== name);
  const known = new Map<string, PageClaim['access']>();
  for (const { path, access } of [...elsewhere, ...foreign.flatMap(({ pages }) => pages), ...claims])
    known.set(path, access);

  const paths = claims.map(({ path }) => path);
  const messageOf = (claim: PageClaim, place: number): string | null => {
    const { path } = claim;
    if (!PATH.test(path) || SAME_NAME.test(path)) return `'${path}' is not the path of a page`;
    if (isReserved(path)) return `${path} is reserved for the site's own files`;
    return checkOwn(path, paths.slice(0, place)) ?? checkOwner(path, foreign) ?? checkTarget(claim, known);
  };
  return refusalsOf(claims.map(messageOf));
}

/** Returns a refusal for each navigation entry of an app that does not lead to a page of its own without parameters. */
export function checkNavigation(
  pages: readonly PageClaim[],
  navigation: readonly NavigationEntry[] = [],
): Refusal[] {
  const isOwn = (path: string) => !isPattern(path) && pages.some((page) => page.path === path);
  return refusalsOf(
    navigation.map(({ path, label }) =>
      isOwn(path)
        ? null
        : `'${label}' in its navigation leads to ${path}, which is not one of its pages without parameters`,
    ),
  );
}

const refusalsOf = (messages: readonly (string | null)[]): Refusal[] =>
  messages.filter((message) => message !== null).map((message) => ({ rule: 'pages', message }));
