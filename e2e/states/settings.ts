import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { FAULTS, REQUESTS, breakRequests, neverAnswered } from '../support/faults.ts';
import { failureNotice } from '../support/notices.ts';
import { keepNotices } from './open.ts';
import { NO_ANSWER } from './state.ts';
import type { State } from './state.ts';

const settings = {
  visitor: 'planner',
  path: '/settings',
  heading: 'Settings',
  title: 'Settings',
} satisfies Partial<State>;

const read = (page: Page) => expect(page.getByLabel('Display Name')).toHaveValue('Mei Lin');

export const settingsStates: readonly State[] = [
  { ...settings, name: 'settings/normal', act: read },
  {
    ...settings,
    name: 'settings/loading',
    isBrief: true,
    before: (page) => breakRequests(page, REQUESTS.readProfile, neverAnswered),
    act: (page) =>
      expect(page.getByRole('region', { name: 'Profile Information' })).toHaveAttribute('aria-busy', 'true'),
  },
  {
    ...settings,
    name: 'settings/failed',
    says: NO_ANSWER,
    before: (page) => breakRequests(page, REQUESTS.readProfile, FAULTS['the connection drops']),
    act: async (page) => {
      await expect(page.getByRole('main').getByText('Failed to load profile')).toBeVisible();
      await expect(failureNotice(page, 'Failed to load profile')).toBeVisible();
      await keepNotices(page);
    },
  },
  {
    ...settings,
    name: 'settings/refused',
    act: async (page) => {
      await read(page);
      await page.getByLabel('Display Name').fill('<Mei>');
      await page.getByRole('button', { name: 'Save Profile' }).click();
      await page.getByLabel('New Password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Change Password' }).click();
      await expect(page.getByRole('alert')).toHaveCount(2);
      await keepNotices(page);
    },
  },
];
