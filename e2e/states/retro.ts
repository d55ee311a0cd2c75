import { expect, type Page } from '@playwright/test';
import { goOffline } from './open.ts';
import { submit } from '../support/forms.ts';
import { REQUESTS, breakRequests, dropped, neverAnswered } from '../support/network.ts';
import { failureNotice } from '../support/notices.ts';
import { FAILED_REQUEST, type State } from './state.ts';

const week = { visitor: 'planner', path: '/retro/dashboard', heading: 'Your week' } satisfies Partial<State>;

const weekIsLoaded = (page: Page) =>
  expect(page.getByRole('listitem').filter({ hasText: 'Look back at the week' }).first()).toBeVisible();

const toNewGame = async (page: Page) => {
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '[ NEW GAME ]' })).toBeVisible();
};

const inGame = { path: '/retro/auth', heading: '[ CONTINUE ]', follows: true } satisfies Partial<State>;

export const retroStates: readonly State[] = [
  {
    name: 'retro-landing/visitor',
    path: '/retro',
    heading: 'Your week is the game',
    verify: (page) => expect(page.getByRole('link', { name: '[ PRESS START ]' })).toBeVisible(),
  },
  {
    name: 'retro-landing/signed-in',
    visitor: 'planner',
    path: '/retro',
    heading: 'Your week is the game',
    verify: (page) => expect(page.getByRole('link', { name: '[ CONTINUE GAME ]' })).toBeVisible(),
  },
  { name: 'retro-auth/continue', path: '/retro/auth', heading: '[ CONTINUE ]' },
  {
    name: 'retro-auth/wrong-password',
    ...inGame,
    allowedConsole: FAILED_REQUEST,
    act: (page) => submit(page, '[ PLAY ]', 'mei.lin@example.com', 'wrong password'),
    verify: (page) => expect(failureNotice(page, 'Invalid email or password')).toBeVisible(),
  },
  { ...inGame, name: 'retro-auth/new-game', act: toNewGame },
  {
    name: 'retro-auth/refused',
    ...inGame,
    act: (page) => submit(page, '[ START ]', 'mei.lin', 'short'),
    verify: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'retro-auth/verify-first',
    path: '/retro/auth',
    heading: '[ CONTINUE ]',
    isConfirming: true,
    act: async (page) => {
      await toNewGame(page);
      await submit(page, '[ START ]', `mei.lin.${crypto.randomUUID()}@example.com`, 'aaaaaaaa');
    },
    verify: (page) =>
      expect(page.getByText('Verify your email first, then continue your game.')).toBeVisible(),
  },
  { ...week, name: 'retro-week/normal', verify: weekIsLoaded },
  { ...week, follows: true, name: 'retro-week/offline', allowedConsole: FAILED_REQUEST, act: goOffline },
  {
    ...week,
    name: 'retro-week/empty',
    visitor: 'newcomer',
    verify: (page) => expect(page.getByText('No quests this week.')).toBeVisible(),
  },
  { ...week, name: 'retro-week/heavy', visitor: 'busy planner', verify: weekIsLoaded },
  {
    ...week,
    name: 'retro-week/loading',
    isBrief: true,
    before: (page) => breakRequests(page, REQUESTS.readTasks, neverAnswered),
    verify: (page) =>
      expect(page.getByRole('region', { name: 'Week', exact: true })).toHaveAttribute('aria-busy', 'true'),
  },
  {
    ...week,
    name: 'retro-week/failed',
    allowedConsole: FAILED_REQUEST,
    before: (page) => breakRequests(page, REQUESTS.readTasks, dropped),
    verify: (page) => expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible(),
  },
  { name: 'retro-pricing/visitor', path: '/retro/pricing', heading: 'Choose your plan' },
];
