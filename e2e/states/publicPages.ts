import { expect } from '@playwright/test';
import type { State } from './state.ts';

export const publicPages: readonly State[] = [
  {
    name: 'landing/visitor',
    path: '/',
    heading: 'Tap into a Better Space',
    verify: (page) => expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible(),
  },
  {
    name: 'landing/signed-in',
    visitor: 'planner',
    path: '/',
    heading: 'Tap into a Better Space',
    verify: (page) =>
      expect(page.getByRole('link', { name: 'Take Me to My Calendar' }).first()).toBeVisible(),
  },
  { name: 'about/visitor', path: '/about', heading: 'About Us' },
  { name: 'jobs/visitor', path: '/jobs', heading: 'Jobs' },
  { name: 'terms/visitor', path: '/terms', heading: 'Terms of Service' },
  { name: 'pricing/visitor', path: '/pricing', heading: 'Pricing' },
  { name: 'rocket/visitor', path: '/rocket', heading: 'You found the rocket' },
];
