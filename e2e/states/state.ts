import type { Page } from '@playwright/test';
import type { Site } from '../support/site.ts';

/** Who looks at a page. Everybody with an account has one of their own, so that no state disturbs another. */
export type Visitor = 'visitor' | 'newcomer' | 'planner' | 'busy planner';

/**
 * One look of one page: what is in the table of routes, and what a page shows while it waits, when something is
 * open, when something failed. The pictures (`npm run lab -- screenshots`) and the accessibility tests walk the same list.
 */
export interface State {
  /** The page, a slash, the state: 'dashboard/composer'. Also the name of its pictures. */
  name: string;
  visitor?: Visitor;
  path: string;
  /** The page's `h1`, or null where a page on its way has none yet. */
  heading: string | RegExp | null;
  /** Brought about on the page of the state before it in the list, once what was open there is closed. */
  follows?: true;
  before?: (page: Page) => Promise<unknown>;
  act?: (page: Page, site: Site) => Promise<unknown>;
  /** Waits for what shows the state. Asked again when all has been looked at: it must still be there. */
  stands?: (page: Page) => Promise<unknown>;
  /** What the console may say, because the state causes it. */
  says?: RegExp;
  /** The state ends by a time limit of the site's, which must not go off while it is looked at. */
  isBrief?: boolean;
  isConfirming?: boolean;
}

export const NO_ANSWER = /Failed to load resource/;
