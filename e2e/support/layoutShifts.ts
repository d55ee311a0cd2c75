import type { Page, Request } from '@playwright/test';
import { expect } from './test.ts';

interface Shift {
  startTime: number;
  value: number;
  /** The elements that moved: tag, text, previous and current position. */
  moved: string[];
}

/** Records every layout shift except those inside elements that match `except`. Call before the page is opened. */
export async function watchShifts(page: Page, except = ':not(*)'): Promise<void> {
  await page.addInitScript((selector) => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map((each) => Math.round(each)).join(' ');
    new PerformanceObserver((list) => {
      // TypeScript has no type for this entry yet: https://wicg.github.io/layout-instability/
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
 * Every shift that was visible since the page was opened. A page that arrives in parts is laid out in parts, and the
 * browser reports shifts even before the first paint: those are left out.
 */
export function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    // Two frames: one that moves something, and one that reports it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    // The entry may arrive late on a busy machine. If the page never paints, the test times out here.
    const painted = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(startTime);
      }).observe({ type: 'paint', buffered: true });
    });
    return (window as unknown as { shifts: Shift[] }).shifts.filter(({ startTime }) => startTime > painted);
  });
}

/** Expects the sum of all shift scores to be at most `limit`. */
export async function expectShiftsBelow(page: Page, limit: number): Promise<void> {
  const shifts = await shiftsOf(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `${JSON.stringify(shifts, null, 2)}`).toBeLessThanOrEqual(limit);
}

/** Records every request of the page, including its workers. */
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

/** Waits until the page is idle: no request, no font and no frame is pending. */
export async function settle(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect
    .poll(async () => {
      await page.evaluate(async () => {
        await document.fonts.ready;
        // A response is rendered in the next frame, and that frame may start further requests.
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      });
      return [...pending].map((request) => request.url());
    })
    .toEqual([]);
}
