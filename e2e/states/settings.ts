import { expect, type Page } from '@playwright/test';
import { goOffline } from './open.ts';
import { changePassword, newPassword, saveName } from '../support/forms.ts';
import { REQUESTS, breakRequests, dropped, neverAnswered } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { FAILED_REQUEST, type State } from './state.ts';

const settings = { visitor: 'planner', path: '/settings', heading: 'Settings' } satisfies Partial<State>;

const profileIsLoaded = (page: Page) => expect(page.getByLabel('Display Name')).toHaveValue('Mei Lin');

const dialogAlert = (page: Page) => expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();

async function openDeletionDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await expect(page.getByRole('textbox', { name: 'Type your email address to confirm' })).toBeFocused();
}

const TABLE = [
  'TYPE,CONTENT,PRIORITY,DATE',
  'task,🌱 Repot the basil,1,2026-11-20',
  'task,Water the ferns,4,every monday at 9am',
  'task,Someday,4,',
  'task,Putzen,4,jeden Freitag',
].join('\n');

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import tasks' });

async function chooseFile(page: Page, text: string): Promise<void> {
  const file = { name: 'Garden.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('File to import').setInputFiles(file);
  await expect(dialog(page).getByText('Reading the file…')).toBeHidden();
}

const next = { ...settings, follows: true } satisfies Partial<State>;

export const settingsStates: readonly State[] = [
  { ...settings, name: 'settings/normal', verify: profileIsLoaded },
  {
    ...next,
    name: 'settings/typing',
    act: async (page) => {
      await newPassword(page).fill('Passwor');
      await page.getByRole('button', { name: 'Show password' }).first().click();
    },
    verify: (page) =>
      expect(page.getByRole('listitem').filter({ hasText: 'Done: A lowercase letter' })).toBeVisible(),
  },
  {
    ...next,
    name: 'settings/refused',
    act: async (page) => {
      await saveName(page, '<Mei>');
      await changePassword(page, 'short');
    },
    verify: (page) => expect(page.getByRole('alert', { includeHidden: true })).toHaveCount(2),
  },
  {
    ...next,
    name: 'settings/saved',
    act: (page) => saveName(page, 'Mei Lin'),
    verify: (page) => expect(successNotice(page, 'Profile updated successfully!')).toBeVisible(),
  },
  { ...next, name: 'settings/deletion', act: openDeletionDialog },
  {
    ...next,
    name: 'settings/deletion-refused',
    act: async (page) => {
      await openDeletionDialog(page);
      await page.keyboard.type('DELETE');
      await page.keyboard.press('Enter');
    },
    verify: (page) => expect(page.getByText('This is not the email address of your account')).toBeVisible(),
  },
  {
    ...next,
    name: 'settings/deletion-failed',
    allowedConsole: FAILED_REQUEST,
    before: (page) => breakRequests(page, REQUESTS.deleteAccount, dropped),
    act: async (page) => {
      await openDeletionDialog(page);
      await page.keyboard.type((await page.getByRole('dialog').getByRole('strong').textContent()) ?? '');
      await page.keyboard.press('Enter');
    },
    verify: dialogAlert,
  },
  {
    ...next,
    name: 'settings/import',
    act: (page) => chooseFile(page, TABLE),
    verify: (page) => expect(dialog(page).getByRole('status')).toHaveText('2 tasks to add from Todoist.'),
  },
  {
    ...next,
    name: 'settings/import-refused',
    act: (page) => chooseFile(page, 'Dear Ann,'),
    verify: dialogAlert,
  },
  {
    ...next,
    name: 'settings/import-stopped',
    allowedConsole: FAILED_REQUEST,
    before: (page) => breakRequests(page, REQUESTS.changeTasks, dropped),
    act: async (page) => {
      await chooseFile(page, TABLE);
      await dialog(page).getByRole('button', { name: 'Import 2 tasks' }).click();
    },
    verify: dialogAlert,
  },
  {
    ...next,
    name: 'settings/offline',
    allowedConsole: FAILED_REQUEST,
    act: async (page) => {
      await breakRequests(page, REQUESTS.changeProfile, dropped);
      await goOffline(page);
      await saveName(page, 'Mei');
    },
    verify: (page) =>
      expect(
        failureNotice(page, 'Failed to update profile. Please try again. You are offline.'),
      ).toBeVisible(),
  },
  {
    ...settings,
    name: 'settings/loading',
    isBrief: true,
    before: (page) => breakRequests(page, REQUESTS.readProfile, neverAnswered),
    verify: (page) =>
      expect(page.getByRole('region', { name: 'Profile Information' })).toHaveAttribute('aria-busy', 'true'),
  },
  {
    ...settings,
    name: 'settings/failed',
    allowedConsole: FAILED_REQUEST,
    before: (page) => breakRequests(page, REQUESTS.readProfile, dropped),
    act: (page) => expect(page.getByRole('main').getByText('Failed to load profile')).toBeVisible(),
    verify: (page) => expect(failureNotice(page, 'Failed to load profile')).toBeVisible(),
  },
  {
    ...settings,
    name: 'settings/newcomer',
    visitor: 'newcomer',
    verify: (page) => expect(page.getByText('No name yet')).toBeVisible(),
  },
  {
    ...settings,
    name: 'settings/busy',
    isBrief: true,
    before: (page) => breakRequests(page, REQUESTS.readTasks, neverAnswered),
    act: async (page) => {
      await profileIsLoaded(page);
      await page.getByRole('button', { name: 'Download everything' }).click();
    },
    verify: (page) => expect(page.getByRole('button', { name: 'Collecting…' })).toBeVisible(),
  },
];
