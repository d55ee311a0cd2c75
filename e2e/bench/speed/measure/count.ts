import type { Browser } from '@playwright/test';
import type { MeasuredPage } from '../pages.ts';
import { newVisitor } from './tab.ts';
import type { Site } from './tab.ts';
import { visit } from './visit.ts';
import type { Visit } from './visit.ts';
import { keepBodies, weighAll } from './weigh.ts';
import type { Counted } from './weigh.ts';

/** A first visit at full speed, and all that it asked for. */
export interface CountedVisit {
  visit: Visit;
  requests: Counted[];
}

/**
 * Counts and weighs all that a first visit to a page asks for, until the network is at rest. Nothing is slowed down: what
 * is counted does not depend on the machine.
 */
export async function count(browser: Browser, site: Site, page: MeasuredPage): Promise<CountedVisit> {
  const context = await newVisitor(browser, site, page.isSignedIn);
  try {
    const bodies = keepBodies(context);
    const found = await visit(context, page, false);
    return { visit: found, requests: await weighAll(found.requests, bodies) };
  } finally {
    await context.close();
  }
}
