import { PATHS } from '@space/domain';
import type { RemoteRoute } from '@space/federation';

export const routes: RemoteRoute[] = [
  {
    path: PATHS.home,
    handle: {
      title: 'The simplest way to organize your week',
      description:
        'Plan seven days at a glance: tasks, stars, pins and goals in one calm week. No credit card required, free forever.',
    },
    lazy: async () => ({ Component: (await import('./landing/LandingPage.tsx')).LandingPage }),
  },
  {
    path: PATHS.about,
    handle: {
      title: 'About Us',
      description: 'Who makes Better Space, how it began in Singapore, and what a week should feel like.',
    },
    lazy: async () => ({ Component: (await import('./about/AboutPage.tsx')).AboutPage }),
  },
  {
    path: PATHS.jobs,
    handle: {
      title: 'Jobs',
      description:
        'Four full-time roles in Singapore: DevOps Engineer, Software Engineer, Growth Manager, Security Engineer. Applications are not open yet.',
    },
    lazy: async () => ({ Component: (await import('./jobs/JobsPage.tsx')).JobsPage }),
  },
  {
    path: PATHS.terms,
    handle: {
      title: 'Terms of Service',
      description: 'What you and Better Space can rely on: thirteen sections, last updated January 13, 2025.',
    },
    lazy: async () => ({ Component: (await import('./terms/TermsPage.tsx')).TermsPage }),
  },
  {
    path: PATHS.pricing,
    handle: {
      title: 'Pricing',
      description:
        'Three plans: Free, Pro and Space Master. Start free, and stay free for as long as you like.',
    },
    lazy: async () => ({ Component: (await import('./pricing/PricingPage.tsx')).PricingPage }),
  },
  {
    path: PATHS.rocket,
    handle: {
      title: 'Rocket',
      description: 'You found the rocket: a countdown, a launch, and a good view of the stars.',
      isUnlisted: true,
    },
    lazy: async () => ({ Component: (await import('./rocket/RocketPage.tsx')).RocketPage }),
  },
];
