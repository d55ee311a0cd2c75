// Who may import what. The rule space/imports reads these tables; docs/architecture.md says what each package is for.

/**
 * Folder → what its code may import; the longest folder that fits counts. `ours`: 'x' is the main entry of @space/x, 'x/*' any
 * other. `theirs`: packages that RESERVED keeps for a few. `runsIn: 'browser'`: nothing of Node.
 */
export const PACKAGES = {
  'shared/domain/src': { ours: '', theirs: 'date-fns', runsIn: 'browser' },
  'shared/supabase/src': { ours: 'domain', theirs: '@supabase/supabase-js', runsIn: 'browser' },
  'shared/auth/src': { ours: 'domain supabase', theirs: '', runsIn: 'browser' },
  'shared/platform/src': {
    ours: 'domain supabase supabase/* auth federation',
    theirs: 'react react-router-dom',
    runsIn: 'browser',
  },
  'shared/ui/src': { ours: 'domain platform platform/internal', theirs: 'react', runsIn: 'browser' },
  'shared/federation/src': { ours: 'domain', theirs: 'react' },
  'shared/operate/src': { ours: 'domain store/operator ui ui/*', theirs: 'react', runsIn: 'browser' },
  'shared/worker/src': { ours: 'domain federation ui/*', theirs: '', runsIn: 'browser' },
  'shared/store': { ours: 'federation', theirs: '' },
  'shared/server': { ours: 'domain domain/* store store/testing', theirs: '@supabase/supabase-js' },
  'shared/release': {
    ours: 'domain federation federation/* platform/* server server/* store store/*',
    theirs: 'react',
  },
  'remotes/*/src': {
    ours: 'domain domain/* platform platform/testing ui federation federation/*',
    theirs: 'react',
    runsIn: 'browser',
  },
  'shell/src': {
    ours: 'domain supabase auth platform platform/* ui ui/* federation federation/* worker/*',
    theirs: 'react react-router-dom react-toastify',
    runsIn: 'browser',
  },
  e2e: { ours: 'server server/* store release release/testing', theirs: '@supabase/supabase-js' },
  'e2e/bench': {
    ours: 'auth auth/testing domain supabase supabase/* federation server server/* store release release/*',
    theirs: '',
  },
  'e2e/other-planner': { ours: 'domain platform ui federation/*', theirs: 'react', runsIn: 'browser' },
};

/** A package from outside that only the folders above that name it may import, and why. */
export const RESERVED = {
  react: 'This package knows no React.',
  'react-router-dom': "The router's parts come from @space/platform.",
  'react-toastify': 'Notices go through notify of @space/platform; the shell shows them.',
  'date-fns': 'Days and weeks are calculated in @space/domain.',
  '@supabase/supabase-js': 'Only @space/supabase speaks to the backend.',
};

/** From the bottom up: each may import those before it. A folder that is not listed neither imports nor is imported. */
export const LAYERS = {
  'shell/src': [
    'browser', // browser features: addresses, idle moments, time limits
    'registry', // which pages and versions there are, what runs, what failed
    'sky',
    'notices',
    'parts', // outlines of pages
    'layout', // the frame around every page
    'development', // compile errors, only in development
    'load', // opening a page of a remote
    'try', // a staged release in one tab
    'errors', // replacements of a page that failed
    'offline', // caching for a visit without a network
    'auth',
    'admin',
    'inspector',
    'app', // the router and the start
  ],
};
