import type { Refusal } from './gate.ts';
import { isPattern, overlap, rankOf } from './pagePath.ts';
import type { NavigationEntry, PageClaim } from './registry.ts';

/** Plain parts; behind the first one parameters, each with a name of its own, and a star at the end. */
const PATH = /^\/([\w-]+(\/([\w-]+|:[A-Za-z]\w*))*(\/\*)?)?$/;
const SAME_NAME = /(:\w+)\/(.*\/)?\1(\/|$)/;
/** What the site itself answers on: files, releases, the backend, calendar feeds, and what begins with an underscore. */
const RESERVED = ['/assets/*', '/remotes/*', '/shell/*', '/auth/v1/*', '/rest/*', '/calendar/*'];
const isReserved = (path: string) => path.startsWith('/_') || RESERVED.some((one) => overlap(one, path));

/** Why a path is not to be had beside those that others have already. */
function checkOwner(path: string, others: Readonly<Record<string, readonly PageClaim[]>>): string | null {
  for (const [owner, claims] of Object.entries(others)) {
    const taken = claims.find((claim) => overlap(claim.path, path))?.path;
    if (taken === path) return `${path} belongs to ${owner}`;
    if (taken !== undefined) return `${path} has addresses of ${taken}, which belongs to ${owner}`;
  }
  return null;
}

/** Why a path is not to be had beside the others of the same app: the more specific one has an address, so there must be one. */
function checkOwn(path: string, before: readonly string[]): string | null {
  if (before.includes(path)) return `it claims ${path} twice`;
  const equal = before.find((one) => overlap(one, path) && rankOf(one) === rankOf(path));
  return equal === undefined
    ? null
    : `${path} and ${equal} have addresses in common, and neither is more specific`;
}

/** Where a page sends people must be a page, and one on which they can stay. */
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

/** Where claims send people, as pages that are there: for a judge who does not know the rest of the site. */
export const targetsOf = (claims: readonly PageClaim[]): PageClaim[] =>
  claims
    .flatMap(({ signIn, signedIn }) => [signIn, signedIn])
    .filter((path) => path !== undefined && !claims.some((claim) => claim.path === path))
    .map((path = '') => ({ path, access: 'public' }));

/**
 * Decides whether an app may have the pages that it claims: an address belongs to the app that claimed it first, which for its
 * own pages is the shell. The same function runs before a release goes live and when the site is derived.
 *
 * Takes the app's name, its claims, those of the shell and the remotes that come first (its own, if they are among them,
 * are passed over) and, where others come later, the pages that these claim: people may be sent there too. Returns a
 * refusal with rule 'pages' for each claim that is not to be had, none when all are.
 */
export function checkPages(
  name: string,
  claims: readonly PageClaim[],
  others: Readonly<Record<string, readonly PageClaim[]>>,
  elsewhere: readonly PageClaim[] = [],
): Refusal[] {
  const foreign = Object.fromEntries(Object.entries(others).filter(([other]) => other !== name));
  const known = new Map<string, PageClaim['access']>();
  for (const { path, access } of [...elsewhere, ...Object.values(foreign).flat(), ...claims])
    known.set(path, access);

  const paths = claims.map(({ path }) => path);
  const messageOf = (claim: PageClaim, place: number): string | null => {
    const { path } = claim;
    if (!PATH.test(path) || SAME_NAME.test(path)) return `'${path}' is not the path of a page`;
    if (isReserved(path)) return `${path} is kept for the site's own files`;
    return checkOwn(path, paths.slice(0, place)) ?? checkOwner(path, foreign) ?? checkTarget(claim, known);
  };
  return refusalsOf(claims.map(messageOf));
}

/**
 * Decides whether an app may have the entries in the site's navigation that it declares: each leads to a page of its own that
 * is one address. Takes its pages and the entries; returns refusals with rule 'pages'.
 */
export function checkNavigation(
  pages: readonly PageClaim[],
  navigation: readonly NavigationEntry[] = [],
): Refusal[] {
  const isOwn = (path: string) => !isPattern(path) && pages.some((page) => page.path === path);
  return refusalsOf(
    navigation.map(({ path, label }) =>
      isOwn(path)
        ? null
        : `'${label}' in its navigation leads to ${path}, which is no single page of its own`,
    ),
  );
}

const refusalsOf = (messages: readonly (string | null)[]): Refusal[] =>
  messages.filter((message) => message !== null).map((message) => ({ rule: 'pages', message }));
