import { expect } from '@playwright/test';
import { letPageThrow } from '../support/documents.ts';
import { NO_ANSWER, type State } from './state.ts';

export const messageStates: readonly State[] = [
  { name: 'not-found/visitor', path: '/no-such-page', heading: 'Oops! Page not found' },
  {
    name: 'admin/visitor',
    path: '/admin',
    heading: 'Admin Dashboard Disabled... Redirecting to main dashboard',
    isBrief: true,
  },
  {
    name: 'remote-failed/visitor',
    path: '/pricing',
    heading: 'This page could not be loaded',
    // The second: said by the federation plugin's container.
    says: new RegExp(`${NO_ANSWER.source}|Couldn't load preload assets`),
    before: (page) => page.route('**/remotes/marketing/**', (route) => route.abort('connectionreset')),
    stands: (page) => expect(page.getByRole('button', { name: 'Retry' })).toBeVisible(),
  },
  {
    name: 'crash/visitor',
    path: '/pricing',
    heading: 'Something went wrong on this page',
    says: /a fault in this page/,
    before: (page) => letPageThrow(page, 'PricingPage'),
  },
  {
    name: 'page-skeleton/visitor',
    path: '/retro/auth',
    heading: null,
    isBrief: true,
    before: (page) => page.route('**/remoteEntry.js*', () => new Promise(() => {})),
    stands: (page) => expect(page.getByRole('main', { name: 'Loading page' })).toBeVisible(),
  },
  {
    name: 'progress-bar/visitor',
    path: '/auth',
    heading: 'Sign In',
    isBrief: true,
    before: (page) => page.route('**/remoteEntry.js*', () => new Promise(() => {})),
    act: (page) => page.getByRole('link', { name: 'Enter retro mode' }).click(),
    stands: (page) => expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible(),
  },
];
