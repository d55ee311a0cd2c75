import { dashboardStates } from './dashboard.ts';
import { messageStates } from './messages.ts';
import { publicPages } from './publicPages.ts';
import { retroStates } from './retro.ts';
import { settingsStates } from './settings.ts';
import { signInStates } from './signIn.ts';
import type { State } from './state.ts';

export { keepNotices, openState, settle } from './open.ts';
export type { State } from './state.ts';

/** Every page of the table of routes (spec section 2) and every state it can be in. */
export const STATES: readonly State[] = [
  ...publicPages,
  ...signInStates,
  ...dashboardStates,
  ...settingsStates,
  ...retroStates,
  ...messageStates,
];
