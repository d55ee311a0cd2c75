import type { MeasuredNavigation } from '../pages.ts';
import { awaitHeading, placeOf, readArrival } from './observe.ts';
import { ask, expectSilence, untilAtRest } from './tab.ts';
import type { Site, Tab } from './tab.ts';

/** What one navigation inside the document came to. */
export interface Navigated {
  /** Milliseconds from the press on the link until the frame with the new page's heading was done. */
  painted: number;
  /** How many requests had been made before the link was pointed at. */
  before: number;
}

type Mouse = 'mouseMoved' | 'mousePressed' | 'mouseReleased';

/** Moves the mouse to a link or button, by its words, once it is there; returns what presses it. */
async function pointAt(tab: Tab, words: string): Promise<() => Promise<void>> {
  const place = await ask(tab, placeOf, words);
  const mouse = (type: Mouse, button: 'left' | 'none', clickCount: number) =>
    tab.protocol.send('Input.dispatchMouseEvent', { type, button, clickCount, ...place });
  await mouse('mouseMoved', 'none', 0);
  return async () => {
    await mouse('mousePressed', 'left', 1);
    await mouse('mouseReleased', 'left', 1);
  };
}

/** Runs in the page, before all its scripts. */
const nothing = () => {};

/**
 * Opens a page, lets it come to rest, points at a link, lets what that asks for arrive, and presses it. Takes a new tab, the
 * site, and what is done once the first page rests. Throws when a page has said anything in its
 * console by the time the new heading stands.
 */
export async function navigate(
  tab: Tab,
  site: Site,
  { from, opener, link, to }: MeasuredNavigation,
  onRest: (tab: Tab) => Promise<void> = async () => {},
): Promise<Navigated> {
  await tab.open(`${site.origin}${from}`, nothing, undefined);
  if (opener !== undefined) {
    const press = await pointAt(tab, opener);
    await untilAtRest(tab);
    await press();
  }
  await ask(tab, placeOf, link);
  await untilAtRest(tab);
  await onRest(tab);
  const before = tab.traffic.requests().length;
  const press = await pointAt(tab, link);
  await untilAtRest(tab);
  await tab.evaluate(awaitHeading, to);
  await press();
  const { pressed, painted } = await ask(tab, readArrival);
  await expectSilence(tab);
  return { painted: painted - pressed, before };
}
