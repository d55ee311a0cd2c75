import { expect, type Page } from '@playwright/test';
import { goOffline, keepNotices } from './open.ts';
import { changePassword, newPassword, saveName } from '../support/forms.ts';
import { REQUESTS, breakRequests, dropped, neverAnswered } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { NO_ANSWER, type State } from './state.ts';

const settings = { visitor: 'planner', path: '/settings', heading: 'Settings' } satisfies Partial<State>;

const read = (page: Page) => expect(page.getByLabel('Display Name')).toHaveValue('Mei Lin');

async function askDeletion(page: Page): Promise<void> {
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

const importing = (page: Page) => page.getByRole('dialog', { name: 'Import tasks' });

async function chooseFile(page: Page, text: string): Promise<void> {
  const file = { name: 'Garden.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('File to import').setInputFiles(file);
  await expect(importing(page).getByText('Reading the file…')).toBeHidden();
}

const next = { ...settings, follows: true } satisfies Partial<State>;

export const settingsStates: readonly State[] = [
  { ...settings, name: 'settings/normal', stands: read },
  {
    ...next,
    name: 'settings/typing',
    act: async (page) => {
      await newPassword(page).fill('Passwor');
      await page.getByRole('button', { name: 'Show password' }).first().click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Done: A lowercase letter' })).toBeVisible();
    },
  },
  {
    ...next,
    name: 'settings/refused',
    act: async (page) => {
      await saveName(page, '<Mei>');
      await changePassword(page, 'short');
      await expect(page.getByRole('alert')).toHaveCount(2);
      await keepNotices(page);
    },
  },
  {
    ...next,
    name: 'settings/saved',
    act: async (page) => {
      await saveName(page, 'Mei Lin');
      await expect(successNotice(page, 'Profile updated successfully!')).toBeVisible();
      await keepNotices(page);
    },
  },
  { ...next, name: 'settings/deletion', act: askDeletion },
  {
    ...next,
    name: 'settings/deletion-refused',
    act: async (page) => {
      await askDeletion(page);
      await page.keyboard.type('DELETE');
      await page.keyboard.press('Enter');
      await expect(page.getByText('This is not the email address of your account')).toBeVisible();
    },
  },
  {
    ...next,
    name: 'settings/deletion-failed',
    says: NO_ANSWER,
    before: (page) => breakRequests(page, REQUESTS.deleteAccount, dropped),
    act: async (page) => {
      await askDeletion(page);
      await page.keyboard.type((await page.getByRole('dialog').getByRole('strong').textContent()) ?? '');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  {
    ...next,
    name: 'settings/import',
    act: async (page) => {
      await chooseFile(page, TABLE);
      await expect(importing(page).getByRole('status')).toHaveText('2 tasks to add from Todoist.');
    },
  },
  {
    ...next,
    name: 'settings/import-refused',
    act: async (page) => {
      await chooseFile(page, 'Dear Ann,');
      await expect(importing(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    ...next,
    name: 'settings/import-stopped',
    says: NO_ANSWER,
    before: (page) => breakRequests(page, REQUESTS.changeTasks, dropped),
    act: async (page) => {
      await chooseFile(page, TABLE);
      await importing(page).getByRole('button', { name: 'Import 2 tasks' }).click();
      await expect(importing(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    ...next,
    name: 'settings/offline',
    says: NO_ANSWER,
    act: async (page) => {
      await breakRequests(page, REQUESTS.changeProfile, dropped);
      await goOffline(page);
      await saveName(page, 'Mei');
      const sentence = 'Failed to update profile. Please try again. You are offline.';
      await expect(failureNotice(page, sentence)).toBeVisible();
      await keepNotices(page);
    },
  },
  {
    ...settings,
    name: 'settings/loading',
    isBrief: true,
    before: (page) => breakRequests(page, REQUESTS.readProfile, neverAnswered),
    stands: (page) =>
      expect(page.getByRole('region', { name: 'Profile Information' })).toHaveAttribute('aria-busy', 'true'),
  },
  {
    ...settings,
    name: 'settings/failed',
    says: NO_ANSWER,
    before: (page) => breakRequests(page, REQUESTS.readProfile, dropped),
    act: async (page) => {
      await expect(page.getByRole('main').getByText('Failed to load profile')).toBeVisible();
      await expect(failureNotice(page, 'Failed to load profile')).toBeVisible();
      await keepNotices(page);
    },
  },
  {
    ...settings,
    name: 'settings/newcomer',
    visitor: 'newcomer',
    stands: (page) => expect(page.getByText('No name yet')).toBeVisible(),
  },
  {
    ...settings,
    name: 'settings/busy',
    isBrief: true,
    before: (page) => breakRequests(page, REQUESTS.readTasks, neverAnswered),
    act: async (page) => {
      await read(page);
      await page.getByRole('button', { name: 'Download everything' }).click();
      await expect(page.getByRole('button', { name: 'Collecting…' })).toBeVisible();
    },
  },
];
