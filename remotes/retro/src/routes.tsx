import { PATHS } from '@space/domain';
import type { RemoteRoute } from '@space/federation';

export const routes: RemoteRoute[] = [
  {
    path: PATHS.retro,
    handle: {
      title: 'Retro mode',
      description: 'Your week as a game from the age of pixels: the same tasks, the same seven days.',
    },
    lazy: async () => ({ Component: (await import('./landing/RetroLandingPage.tsx')).RetroLandingPage }),
  },
  {
    path: PATHS.retroAuth,
    handle: { title: 'Retro sign-in' },
    lazy: async () => ({ Component: (await import('./auth/RetroAuthPage.tsx')).RetroAuthPage }),
  },
  {
    path: PATHS.retroDashboard,
    handle: { title: 'Retro week' },
    lazy: async () => ({
      Component: (await import('./dashboard/RetroDashboardPage.tsx')).RetroDashboardPage,
    }),
  },
  {
    path: PATHS.retroPricing,
    handle: {
      title: 'Retro pricing',
      description: 'Free, Pro and Space Master, in pixels. No coins needed.',
    },
    lazy: async () => ({ Component: (await import('./pricing/RetroPricingPage.tsx')).RetroPricingPage }),
  },
];
