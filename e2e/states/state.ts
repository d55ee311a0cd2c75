import type { Page } from '@playwright/test';
import type { Site } from '../support/site.ts';

/** Who views a page. Every signed-in visitor gets a new account, so that no state disturbs another. */
export type Visitor = 'visitor' | 'newcomer' | 'planner' | 'busy planner';

/**
 * One state of one page: a page of the table of routes as it opens, while it loads, with something open, or after a
 * failure. The screenshots (`npm run bench -- pictures`) and the accessibility tests use the same list.
 */
export interface State {
  /** The page, a slash, the state: 'dashboard/composer'. Also the name of its screenshots. */
  name: string;
  visitor?: Visitor;
  path: string;
  /** The page's `h1`; null if the page is still loading and has none. */
  heading: string | RegExp | null;
  /** Entered on the page of the previous state in the list, after its popovers and notices were closed. */
  follows?: true;
  before?: (page: Page) => Promise<unknown>;
  act?: (page: Page, site: Site) => Promise<unknown>;
  /** Waits until the page is in the state. Called again after the tests of the state: it must still hold. */
  verify?: (page: Page) => Promise<unknown>;
  /** Console messages that the state causes. */
  allowedConsole?: RegExp;
  /** A timeout of the site ends the state; it must not fire while the state is tested. */
  isBrief?: boolean;
  isConfirming?: boolean;
}

export const FAILED_REQUEST = /Failed to load resource/;
