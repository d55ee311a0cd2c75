import { dashboardStates } from './dashboard.ts';
import { messageStates } from './messages.ts';
import { publicPages } from './publicPages.ts';
import { retroStates } from './retro.ts';
import { settingsStates } from './settings.ts';
import { signInStates } from './signIn.ts';
import type { State } from './state.ts';

export { keepNotices, openState, settle } from './open.ts';
export type { State } from './state.ts';

/** Every page of the table of routes (rule page-owners) and every state it can be in. */
export const STATES: readonly State[] = [
  ...publicPages,
  ...signInStates,
  ...dashboardStates,
  ...settingsStates,
  ...retroStates,
  ...messageStates,
];

/** One state of each page, the first, and those that are named: for what would be the same in the others. */
export const statesOfPages = (more: readonly string[]): readonly State[] =>
  STATES.filter(
    ({ name, path, isConfirming }, index) =>
      isConfirming !== true &&
      (more.includes(name) || STATES.findIndex((state) => state.path === path) === index),
  );
