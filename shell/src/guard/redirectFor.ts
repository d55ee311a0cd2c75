import { PATHS } from '@space/domain';
import type { SessionState } from '@space/auth';
import { findPage } from '../federation/findPage.ts';

/**
 * Where a visitor is sent who may not stay on a page (D-7). It decides by the stored session at once and never waits for
 * the network (D-8); while a link is being redeemed, or a new password is to be set, nobody is sent away from `/auth`.
 *
 * Takes a pathname and the session; returns a path, or null to stay. The answer never comes from the URL.
 */
export function redirectFor(
  pathname: string,
  { status, isRedeeming, recovering, wasDeleted }: SessionState,
): string | null {
  const page = findPage(pathname);
  if (page === null) return null;
  if (page.access === 'signed-in' && status === 'signed-out') {
    // To sign in again would make no sense to who has just deleted the account (D-35).
    return wasDeleted ? PATHS.home : (page.signIn ?? null);
  }
  const hasMailLink = page.path === PATHS.auth && (isRedeeming || recovering !== null);
  if (page.access === 'signed-out' && status === 'signed-in' && !hasMailLink) return page.signedIn ?? null;
  return null;
}
