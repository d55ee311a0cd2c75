import type { Browser, Page } from '@playwright/test';
import type { MeasuredNavigation } from '../pages.ts';
import { awaitHeading, readArrival } from './observe.ts';
import { expectSilence, newVisitor, openTab, slowDown, untilAtRest } from './tab.ts';
import type { Site } from './tab.ts';
import { keepBodies, weighAll } from './weigh.ts';
import type { Counted } from './weigh.ts';

/** What one navigation inside the document came to. */
export interface Navigated {
  /** Milliseconds from the press on the link until the frame with the new page's heading was done. */
  painted: number;
  /** What was asked for from pointing at the link on, until the network was at rest again. */
  requests: Counted[];
}

const linkOf = (page: Page, { link }: MeasuredNavigation) =>
  page
    .getByRole('link', { name: link, exact: true })
    .or(page.getByRole('menuitem', { name: link, exact: true }))
    .first();

/**
 * Opens a page, lets it come to rest, points at a link, lets what that asks for arrive, and presses it. A new visitor each
 * time. Takes whether processor and network are slowed down once the first page rests. Throws when the page says anything
 * in its console.
 */
export async function navigate(
  browser: Browser,
  site: Site,
  navigation: MeasuredNavigation,
  isSlow: boolean,
): Promise<Navigated> {
  const context = await newVisitor(browser, site, navigation.isSignedIn);
  try {
    const bodies = keepBodies(context);
    const tab = await openTab(context, false);
    const { page, traffic } = tab;
    await page.goto(navigation.from);
    const opener = navigation.opener;
    if (opener !== undefined) await page.getByRole('button', { name: opener, exact: true }).click();
    const link = linkOf(page, navigation);
    await link.waitFor();
    await untilAtRest(tab);
    if (isSlow) await slowDown(tab);
    const before = traffic.requests().length;
    await link.hover();
    await untilAtRest(tab);
    await page.evaluate(awaitHeading);
    await link.click();
    await page.waitForURL((url) => url.pathname === navigation.to);
    const arrival = await page.waitForFunction(readArrival, undefined, { polling: 100 });
    const value = await arrival.jsonValue();
    await untilAtRest(tab);
    expectSilence(tab);
    if (value === null) throw new Error(`${navigation.to} did not come`);
    const requests = await weighAll(traffic.requests(), bodies);
    return { painted: value.painted - value.pressed, requests: requests.slice(before) };
  } finally {
    await context.close();
  }
}
