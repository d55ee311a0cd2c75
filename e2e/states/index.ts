import type { Page } from '@playwright/test';
import type { Site } from '../support/site.ts';
import { dashboardStates } from './dashboard.ts';
import { messageStates } from './messages.ts';
import { goOnTo, openFirst } from './open.ts';
import { publicPages } from './publicPages.ts';
import { retroStates } from './retro.ts';
import { settingsStates } from './settings.ts';
import { signInStates } from './signIn.ts';
import type { State } from './state.ts';

export { goOnTo, leave, settle, visit } from './open.ts';
export type { State } from './state.ts';

/** Every page of the table of routes in every state that it can have. */
export const STATES: readonly State[] = [
  ...publicPages,
  ...signInStates,
  ...dashboardStates,
  ...settingsStates,
  ...retroStates,
  ...messageStates,
];

export function stateOf(name: string): State {
  const state = STATES.find((one) => one.name === name);
  if (!state) throw new Error(`There is no state ${name}`);
  return state;
}

/** Opens the state on a blank page, going through the states that it follows. */
export async function openState(page: Page, site: Site, state: State): Promise<void> {
  const end = STATES.indexOf(state);
  const start = STATES.findLastIndex(({ follows }, index) => index <= end && follows !== true);
  const [first, ...rest] = STATES.slice(start, end + 1);
  if (first) await openFirst(page, site, first);
  for (const next of rest) await goOnTo(page, site, next);
}

/** The first state of each page, and the named states: for tests whose result would be the same in the others. */
export const statesOfPages = (more: readonly string[]): readonly State[] =>
  STATES.filter(
    ({ name, path, isConfirming }, index) =>
      isConfirming !== true &&
      (more.includes(name) || STATES.findIndex((state) => state.path === path) === index),
  );
