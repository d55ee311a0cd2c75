import { PATHS } from '@space/domain';
import type { RemoteRoute } from '@space/federation';

export const routes: RemoteRoute[] = [
  {
    path: PATHS.home,
    handle: { title: 'The simplest way to organize your week' },
    lazy: async () => ({ Component: (await import('./landing/LandingPage.tsx')).LandingPage }),
  },
  {
    path: PATHS.about,
    handle: { title: 'About Us' },
    lazy: async () => ({ Component: (await import('./about/AboutPage.tsx')).AboutPage }),
  },
  {
    path: PATHS.jobs,
    handle: { title: 'Jobs' },
    lazy: async () => ({ Component: (await import('./jobs/JobsPage.tsx')).JobsPage }),
  },
  {
    path: PATHS.terms,
    handle: { title: 'Terms of Service' },
    lazy: async () => ({ Component: (await import('./terms/TermsPage.tsx')).TermsPage }),
  },
  {
    path: PATHS.pricing,
    handle: { title: 'Pricing' },
    lazy: async () => ({ Component: (await import('./pricing/PricingPage.tsx')).PricingPage }),
  },
  {
    path: PATHS.rocket,
    handle: { title: 'Rocket' },
    lazy: async () => ({ Component: (await import('./rocket/RocketPage.tsx')).RocketPage }),
  },
];
