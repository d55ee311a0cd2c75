import type { Refusal } from './gate.ts';
import type { PageClaim } from './registry.ts';

const PATH = /^\/([\w-]+(\/[\w-]+)*)?$/;
/** What the site itself answers on: files, releases, the backend, calendar feeds, and what begins with an underscore. */
const RESERVED = /^\/(_[^/]*|assets|remotes|shell|auth\/v1|rest|calendar)(\/|$)/;

/** Who has a page already. */
function ownerOf(path: string, others: Readonly<Record<string, readonly PageClaim[]>>): string | null {
  const claimed = Object.entries(others).find(([, claims]) => claims.some((claim) => claim.path === path));
  return claimed?.[0] ?? null;
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
 * Decides whether an app may have the pages that it claims: a path belongs to the app that claimed it first, which for its
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

  const seen = new Set<string>();
  const messages: string[] = [];
  for (const claim of claims) {
    const { path } = claim;
    const owner = ownerOf(path, foreign);
    const target = checkTarget(claim, known);
    if (seen.has(path)) messages.push(`it claims ${path} twice`);
    else if (!PATH.test(path)) messages.push(`'${path}' is not the path of a page`);
    else if (RESERVED.test(path)) messages.push(`${path} is kept for the site's own files`);
    else if (owner !== null && owner !== name) messages.push(`${path} belongs to ${owner}`);
    else if (target !== null) messages.push(target);
    seen.add(path);
  }
  return messages.map((message) => ({ rule: 'pages', message }));
}
