export interface MeasuredPage {
  path: string;
  /** The text of its main control: a link or a button. */
  control: string;
  /** Whether a signed-in user with a week of tasks opens it. */
  isSignedIn?: boolean;
  /** Whether it shows that week as rows of tasks. */
  hasWeek?: boolean;
}

/** Every page of the product except the administrator's. */
export const PAGES: readonly MeasuredPage[] = [
  { path: '/', control: 'Start for Free' },
  { path: '/auth', control: 'Sign In' },
  { path: '/dashboard', control: 'Add task', isSignedIn: true, hasWeek: true },
  { path: '/retro', control: '[ PRESS START ]' },
  { path: '/retro/dashboard', control: 'Next week', isSignedIn: true },
  { path: '/settings', control: 'Save Profile', isSignedIn: true },
  { path: '/about', control: 'Sign Up' },
  { path: '/jobs', control: 'Sign Up' },
  { path: '/terms', control: 'Sign Up' },
  { path: '/pricing', control: 'Sign Up' },
  { path: '/rocket', control: 'Launch' },
  { path: '/retro/auth', control: '[ PLAY ]' },
  { path: '/retro/pricing', control: 'START FREE' },
];

/** React, the router and one button (bundle.ts): what all times are compared with, beside the bundle's. */
export const FLOOR: MeasuredPage = { path: '/floor', control: 'Press' };

/** A first navigation to a page of another remote, from an idle page. */
export interface MeasuredNavigation {
  from: string;
  /** The control that has to be clicked before the link exists. */
  opener?: string;
  link: string;
  to: string;
  isSignedIn?: boolean;
}

export const NAVIGATIONS: readonly MeasuredNavigation[] = [
  { from: '/', link: 'Enter retro mode', to: '/retro' },
  { from: '/', link: 'Take Me to My Calendar', to: '/dashboard', isSignedIn: true },
  { from: '/dashboard', link: 'Home', to: '/', isSignedIn: true },
  { from: '/dashboard', opener: 'Account', link: 'Settings', to: '/settings', isSignedIn: true },
  { from: '/settings', link: 'Back to Dashboard', to: '/dashboard', isSignedIn: true },
  { from: '/settings', link: 'View Pricing Plans', to: '/pricing', isSignedIn: true },
  { from: '/retro/dashboard', link: 'NORMAL MODE', to: '/dashboard', isSignedIn: true },
];
