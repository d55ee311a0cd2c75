export interface MeasuredPage {
  path: string;
  /** The text of its main control: a link or a button. */
  control: string;
  /** Whether a signed-in user with a week of `TASKS` tasks opens it. */
  isSignedIn: boolean;
  /** The text that it shows once the server has sent its week. */
  confirmed?: string;
  /** Its working button's time, cold and warm, as a ratio to the bundle's: where it is promised more strictly than for all. */
  works?: { cold: number; warm: number };
}

/** How many tasks the week of the signed-in visitor has. */
export const TASKS = 30;

/** Every page of the product except the administrator's. */
export const PAGES: readonly MeasuredPage[] = [
  { path: '/', control: 'Start for Free', isSignedIn: false },
  { path: '/auth', control: 'Sign In', isSignedIn: false },
  {
    path: '/dashboard',
    control: 'Add task',
    isSignedIn: true,
    confirmed: `0 of ${TASKS} done`,
    works: { cold: 1.05, warm: 0.96 },
  },
  { path: '/retro', control: '[ PRESS START ]', isSignedIn: false },
  { path: '/retro/dashboard', control: 'Next week', isSignedIn: true },
  { path: '/settings', control: 'Save Profile', isSignedIn: true },
  { path: '/about', control: 'Sign Up', isSignedIn: false },
  { path: '/jobs', control: 'Sign Up', isSignedIn: false },
  { path: '/terms', control: 'Sign Up', isSignedIn: false },
  { path: '/pricing', control: 'Choose Pro', isSignedIn: false },
  { path: '/rocket', control: 'Launch', isSignedIn: false },
  { path: '/retro/auth', control: '[ PLAY ]', isSignedIn: false },
  { path: '/retro/pricing', control: 'START FREE', isSignedIn: false },
];

/** React, the router and one button (bundle/floor.ts): what all times are compared with, beside the bundle's. */
export const FLOOR: MeasuredPage = { path: '/floor', control: 'Press', isSignedIn: false };

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
