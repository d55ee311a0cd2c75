import { MESSAGES, PATHS } from '@space/domain';
import type { RemoteRoute } from '@space/federation';

interface OwnPage extends RemoteRoute {
  /** What people call it in the middle of a sentence: 'the sign-in'. */
  name: string;
}

/** The shell's own pages, in the same shape as a remote's. */
export const ownPages: Readonly<Record<string, OwnPage>> = {
  [PATHS.auth]: {
    path: PATHS.auth,
    name: 'the sign-in',
    handle: { title: 'Sign In' },
    lazy: async () => ({ Component: (await import('../auth/AuthPage.tsx')).AuthPage }),
  },
  [PATHS.admin]: {
    path: PATHS.admin,
    name: 'the admin page',
    handle: { title: MESSAGES.pages.adminDisabled },
    lazy: async () => ({ Component: (await import('../admin/AdminPage.tsx')).AdminPage }),
  },
};
