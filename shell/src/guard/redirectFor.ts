import { redirectFor as redirect, type GuardedSession } from '@space/ui/host';
import { findPage } from '../registry/registry.ts';

/**
 * Takes a pathname and the session; returns the redirect for a visitor who may not see that page (rule session-guard), or
 * null.
 */
export const redirectFor = (pathname: string, session: GuardedSession): string | null =>
  redirect(findPage(pathname), session);
