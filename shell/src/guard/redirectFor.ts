import { redirectFor as redirect, type GuardedSession } from '@space/ui/host';
import { findPage } from '../registry/findPage.ts';

/**
 * Takes a pathname and the session; returns where a visitor is sent who may not stay there (rule session-guard), or
 * null.
 */
export const redirectFor = (pathname: string, session: GuardedSession): string | null =>
  redirect(findPage(pathname), session);
