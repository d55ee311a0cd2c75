import { PATHS } from '@space/domain';
import type { SessionState } from '@space/auth';
import type { SitePage } from '../registry/findPage.ts';

/**
 * Where a visitor is sent who may not stay on a page (D-7). It decides by the stored session at once and never waits for
 * the network (D-8); while a link is being redeemed, or a new password is to be set, nobody is sent away from `/auth`.
 *
 * Takes the page (null for an unknown path) and the session; returns a path, or null to stay. The answer never comes from the URL.
 */
export function redirectFor(
  page: SitePage | null,
  { status, isRedeeming, recovering, wasDeleted }: SessionState,
): string | null {
  if (page === null) return null;
  if (page.access === 'signed-in' && status === 'signed-out') {
    // To sign in again would make no sense to who has just deleted the account (D-35).
    return wasDeleted ? PATHS.home : (page.signIn ?? null);
  }
  const hasMailLink = page.path === PATHS.auth && (isRedeeming || recovering !== null);
  if (page.access === 'signed-out' && status === 'signed-in' && !hasMailLink) return page.signedIn ?? null;
  return null;
}
