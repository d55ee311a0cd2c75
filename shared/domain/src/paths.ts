/** Paths that more than one app links to or asks about. Declaring a page is its owner's matter (`remote.json`). */
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
