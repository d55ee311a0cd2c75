import { PATHS } from './paths.ts';
import type { PagePath } from './paths.ts';

/** Who renders a page (D-4). */
export type PageOwner = 'shell' | 'marketing' | 'planner' | 'settings' | 'retro';

/** Who may stay on a page: anybody, only visitors with a session, or only those without one (D-7). */
export type PageAccess = 'public' | 'signed-in' | 'signed-out';

/** A page of the site. */
export interface Page {
  readonly path: PagePath;
  readonly owner: PageOwner;
  readonly access: PageAccess;
  /** On a 'signed-in' page: where a visitor without a session is sent. */
  readonly signIn?: PagePath;
  /** On a 'signed-out' page: where a visitor with a session is sent. */
  readonly signedIn?: PagePath;
}

/** Every page, its owner (D-4), who may see it and where the others are sent (D-7). */
export const PAGES: readonly Page[] = [
  { path: PATHS.home, owner: 'marketing', access: 'public' },
  { path: PATHS.about, owner: 'marketing', access: 'public' },
  { path: PATHS.jobs, owner: 'marketing', access: 'public' },
  { path: PATHS.terms, owner: 'marketing', access: 'public' },
  { path: PATHS.pricing, owner: 'marketing', access: 'public' },
  { path: PATHS.rocket, owner: 'marketing', access: 'public' },
  { path: PATHS.dashboard, owner: 'planner', access: 'signed-in', signIn: PATHS.auth },
  { path: PATHS.settings, owner: 'settings', access: 'signed-in', signIn: PATHS.auth },
  { path: PATHS.auth, owner: 'shell', access: 'signed-out', signedIn: PATHS.dashboard },
  { path: PATHS.admin, owner: 'shell', access: 'public' },
  { path: PATHS.retro, owner: 'retro', access: 'public' },
  { path: PATHS.retroDashboard, owner: 'retro', access: 'signed-in', signIn: PATHS.retroAuth },
  { path: PATHS.retroAuth, owner: 'retro', access: 'signed-out', signedIn: PATHS.retroDashboard },
  { path: PATHS.retroPricing, owner: 'retro', access: 'public' },
];

/**
 * Takes a location's pathname (no query, no hash); returns its page, or null for an unknown route. One trailing slash
 * is tolerated, all else must be exact, letter case included. Spec section 2, D-31.
 */
export function pageFor(pathname: string): Page | null {
  const path = pathname.length > 2 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return PAGES.find((page) => page.path === path) ?? null;
}
