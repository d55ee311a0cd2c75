/** A page that is measured. */
export interface MeasuredPage {
  path: string;
  /** The words on its main control: a link or a button. */
  control: string;
  /** Whether it is opened by someone with a session, and a week of thirty tasks. */
  isSignedIn: boolean;
  /** Whether it is among the public pages, or /auth: their limits are stricter. */
  isPublic: boolean;
}

/** Every page of the product but the administrator's. */
export const PAGES: readonly MeasuredPage[] = [
  { path: '/', control: 'Start for Free', isSignedIn: false, isPublic: true },
  { path: '/auth', control: 'Sign In', isSignedIn: false, isPublic: true },
  { path: '/dashboard', control: 'Add task', isSignedIn: true, isPublic: false },
  { path: '/retro', control: '[ PRESS START ]', isSignedIn: false, isPublic: true },
  { path: '/retro/dashboard', control: 'Next week', isSignedIn: true, isPublic: false },
  { path: '/settings', control: 'Save Profile', isSignedIn: true, isPublic: false },
  { path: '/about', control: 'Sign Up', isSignedIn: false, isPublic: true },
  { path: '/jobs', control: 'Sign Up', isSignedIn: false, isPublic: true },
  { path: '/terms', control: 'Sign Up', isSignedIn: false, isPublic: true },
  { path: '/pricing', control: 'Choose Pro', isSignedIn: false, isPublic: true },
  { path: '/rocket', control: 'Launch', isSignedIn: false, isPublic: true },
  { path: '/retro/auth', control: '[ PLAY ]', isSignedIn: false, isPublic: false },
  { path: '/retro/pricing', control: 'START FREE', isSignedIn: false, isPublic: true },
];

/** A first visit to a page of another remote, from a page that has come to rest. */
export interface MeasuredNavigation {
  from: string;
  /** What is pressed before the link is there. */
  opener?: string;
  /** The words on the link. */
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
