import { MESSAGES, PATHS } from '@space/domain';
import type { RemoteRoute } from '@space/federation';

/** The shell's own pages, in the same shape as a remote's. */
export const ownPages: Readonly<Record<string, RemoteRoute>> = {
  [PATHS.auth]: {
    path: PATHS.auth,
    handle: { title: 'Sign In' },
    lazy: async () => ({ Component: (await import('../auth/AuthPage.tsx')).AuthPage }),
  },
  [PATHS.admin]: {
    path: PATHS.admin,
    handle: { title: MESSAGES.pages.adminDisabled },
    lazy: async () => ({ Component: (await import('../admin/AdminPage.tsx')).AdminPage }),
  },
};
