/** Paths that more than one app uses. A page itself is declared by the app that owns it (`remote.json`). */
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
