import type { Browser } from '@playwright/test';
import type { MeasuredNavigation, MeasuredPage } from '../pages.ts';
import { navigate } from './navigate.ts';
import { expectSilence, untilAtRest } from './tab.ts';
import type { Site } from './tab.ts';
import { visit } from './visit.ts';
import type { Visit } from './visit.ts';
import { openWatchedTab } from './watchedTab.ts';
import { weighAll } from './weigh.ts';
import type { Counted } from './weigh.ts';

// Nothing is slowed down here: what is counted does not depend on the machine.

/** A first visit at full speed, and all that it asked for. */
export interface CountedVisit {
  visit: Visit;
  requests: Counted[];
}

/** Counts and weighs all that a first visit to a page asks for, until the network is at rest. */
export async function count(browser: Browser, site: Site, page: MeasuredPage): Promise<CountedVisit> {
  const tab = await openWatchedTab(browser, site, page.isSignedIn);
  try {
    const found = await visit(tab, site, page, 'at rest');
    return { visit: found, requests: await weighAll(found.requests, tab.bodies) };
  } finally {
    await tab.close();
  }
}

/** Counts and weighs what a first navigation asks for, from pointing at the link on, until the network is at rest again. */
export async function countNavigation(
  browser: Browser,
  site: Site,
  navigation: MeasuredNavigation,
): Promise<Counted[]> {
  const tab = await openWatchedTab(browser, site, navigation.isSignedIn);
  try {
    const { before } = await navigate(tab, site, navigation);
    await untilAtRest(tab);
    await expectSilence(tab);
    return (await weighAll(tab.traffic.requests(), tab.bodies)).slice(before);
  } finally {
    await tab.close();
  }
}
