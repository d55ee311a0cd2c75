import type { Page, Request } from '@playwright/test';
import { expect } from './test.ts';

interface Shift {
  startTime: number;
  value: number;
  /** What moved: its tag and its words, from where to where. */
  moved: string[];
}

/** Starts to note every layout shift, except of what is in an element of this selector. Call before the page is opened. */
export async function watchShifts(page: Page, except = ':not(*)'): Promise<void> {
  await page.addInitScript((selector) => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map((each) => Math.round(each)).join(' ');
    new PerformanceObserver((list) => {
      // A layout shift is not in the library's types yet: https://wicg.github.io/layout-instability/
      const entries = list.getEntries() as unknown as {
        startTime: number;
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      }[];
      for (const { startTime, value, hadRecentInput, sources } of entries) {
        if (hadRecentInput) continue;
        const counted = sources.filter(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return !element?.closest(selector);
        });
        if (sources.length > 0 && counted.length === 0) continue;
        const moved = counted.map(({ node, previousRect, currentRect }) => {
          const words = node?.textContent?.trim().slice(0, 40) ?? '';
          return `${node?.nodeName} '${words}' [${place(previousRect)}] -> [${place(currentRect)}]`;
        });
        shifts.push({ startTime, value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, except);
}

/**
 * Every shift that a person can have seen since the page was opened. A page that arrives in parts is laid out in parts, and
 * the browser counts that too, before it has painted anything.
 */
export function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    // Two frames: the one that moves something, and the one that tells of it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    // Told late on a busy machine. A page that never paints has nothing to show for itself: the test waits in vain.
    const painted = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(startTime);
      }).observe({ type: 'paint', buffered: true });
    });
    return (window as unknown as { shifts: Shift[] }).shifts.filter(({ startTime }) => startTime > painted);
  });
}

/** Of these the ones after the HTML was there: what scripts, styles and data move. */
export async function shiftsSinceParsed(page: Page): Promise<Shift[]> {
  const parsed = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return document?.domInteractive ?? 0;
  });
  return (await shiftsOf(page)).filter(({ startTime }) => startTime > parsed);
}

/** All shifts together, as browsers compute them, are at most this share of the window. */
export async function expectShiftsBelow(page: Page, limit: number, shiftsIn = shiftsOf): Promise<void> {
  const shifts = await shiftsIn(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `${JSON.stringify(shifts, null, 2)}`).toBeLessThanOrEqual(limit);
}

/** Notes every request of the page, its workers included. */
export function watchRequests(page: Page): { made: Request[]; pending: Set<Request> } {
  const made: Request[] = [];
  const pending = new Set<Request>();
  page.on('request', (request) => {
    made.push(request);
    pending.add(request);
  });
  const drop = (request: Request) => pending.delete(request);
  page.on('requestfinished', drop);
  page.on('requestfailed', drop);
  return { made, pending };
}

/** Waits until nothing more is on its way: no request, no font, no frame that is still to be drawn. */
export async function settle(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect
    .poll(async () => {
      await page.evaluate(async () => {
        await document.fonts.ready;
        // What an answer brought is drawn in the next frame, and what that frame asks for is asked for after it.
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      });
      return [...pending].map((request) => request.url());
    })
    .toEqual([]);
}
