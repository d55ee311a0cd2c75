/** The path of every page, by name. Spec section 2. */
export const PATHS = {
  home: '/',
  dashboard: '/dashboard',
  auth: '/auth',
  admin: '/admin',
  settings: '/settings',
  about: '/about',
  jobs: '/jobs',
  terms: '/terms',
  pricing: '/pricing',
  rocket: '/rocket',
  retro: '/retro',
  retroDashboard: '/retro/dashboard',
  retroAuth: '/retro/auth',
  retroPricing: '/retro/pricing',
} as const;

/** One of the fourteen paths. */
export type PagePath = (typeof PATHS)[keyof typeof PATHS];
