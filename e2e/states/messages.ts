import { expect } from '@playwright/test';
import { letPageThrow } from '../support/documents.ts';
import { FAILED_REQUEST, type State } from './state.ts';

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
    path: '/retro/auth',
    heading: 'This page could not be loaded',
    // The second message comes from the federation plugin's container.
    allowedConsole: new RegExp(`${FAILED_REQUEST.source}|Couldn't load preload assets`),
    before: (page) => page.route('**/remotes/retro/**', (route) => route.abort('connectionreset')),
    verify: (page) => expect(page.getByRole('button', { name: 'Retry' })).toBeVisible(),
  },
  {
    name: 'readable-page/visitor',
    path: '/pricing',
    heading: 'Pricing',
    allowedConsole: FAILED_REQUEST,
    before: (page) => page.route('**/remotes/marketing/**', (route) => route.abort('connectionreset')),
    verify: (page) => expect(page.getByRole('button', { name: 'Retry' })).toBeVisible(),
  },
  {
    name: 'crash/visitor',
    path: '/pricing',
    heading: 'Something went wrong on this page',
    // 422: React says that it renders the page anew because it threw while it was hydrated.
    allowedConsole: /a fault in this page|React error #422/,
    before: (page) => letPageThrow(page, 'PricingPage'),
  },
  {
    name: 'page-skeleton/visitor',
    path: '/retro/auth',
    heading: null,
    isBrief: true,
    before: (page) => page.route('**/remoteEntry.js*', () => new Promise(() => {})),
    verify: (page) => expect(page.getByRole('main', { name: 'Loading page' })).toBeVisible(),
  },
  {
    name: 'progress-bar/visitor',
    path: '/auth',
    heading: 'Sign In',
    isBrief: true,
    before: (page) => page.route('**/remoteEntry.js*', () => new Promise(() => {})),
    act: (page) => page.getByRole('link', { name: 'Enter retro mode' }).click(),
    verify: (page) => expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible(),
  },
];
