export interface MeasuredPage {
  path: string;
  /** The text of its main control: a link or a button. */
  control: string;
  /** Whether a signed-in user with a week of `TASKS` tasks opens it. */
  isSignedIn: boolean;
  /** The text that it shows once the server has sent its week. */
  confirmed?: string;
  /** The allowed ratio of its LCP and its working button to the bundle's. Retro has the federation plugin's container. */
  limit: 1.1 | 1.15;
}

/** How many tasks the week of the signed-in visitor has. */
export const TASKS = 30;

/** Every page of the product except the administrator's. */
export const PAGES: readonly MeasuredPage[] = [
  { path: '/', control: 'Start for Free', isSignedIn: false, limit: 1.1 },
  { path: '/auth', control: 'Sign In', isSignedIn: false, limit: 1.1 },
  {
    path: '/dashboard',
    control: 'Add task',
    isSignedIn: true,
    confirmed: `0 of ${TASKS} done`,
    limit: 1.15,
  },
  { path: '/retro', control: '[ PRESS START ]', isSignedIn: false, limit: 1.15 },
  { path: '/retro/dashboard', control: 'Next week', isSignedIn: true, limit: 1.15 },
  { path: '/settings', control: 'Save Profile', isSignedIn: true, limit: 1.15 },
  { path: '/about', control: 'Sign Up', isSignedIn: false, limit: 1.1 },
  { path: '/jobs', control: 'Sign Up', isSignedIn: false, limit: 1.1 },
  { path: '/terms', control: 'Sign Up', isSignedIn: false, limit: 1.1 },
  { path: '/pricing', control: 'Choose Pro', isSignedIn: false, limit: 1.1 },
  { path: '/rocket', control: 'Launch', isSignedIn: false, limit: 1.1 },
  { path: '/retro/auth', control: '[ PLAY ]', isSignedIn: false, limit: 1.15 },
  { path: '/retro/pricing', control: 'START FREE', isSignedIn: false, limit: 1.15 },
];

/** A first navigation to a page of another remote, from an idle page. */
export interface MeasuredNavigation {
  from: string;
  /** The control that has to be clicked before the link exists. */
  opener?: string;
  link: string;
  to: string;
  isSignedIn: boolean;
}

export const NAVIGATIONS: readonly MeasuredNavigation[] = [
  { from: '/', link: 'Enter retro mode', to: '/retro', isSignedIn: false },
  { from: '/', link: 'Take Me to My Calendar', to: '/dashboard', isSignedIn: true },
  { from: '/dashboard', link: 'Home', to: '/', isSignedIn: true },
  { from: '/dashboard', opener: 'Account', link: 'Settings', to: '/settings', isSignedIn: true },
  { from: '/settings', link: 'Back to Dashboard', to: '/dashboard', isSignedIn: true },
  { from: '/settings', link: 'View Pricing Plans', to: '/pricing', isSignedIn: true },
  { from: '/retro/dashboard', link: 'NORMAL MODE', to: '/dashboard', isSignedIn: true },
];
