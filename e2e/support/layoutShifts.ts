import { expect, type Page } from '@playwright/test';
import { letFramesPass } from './motion.ts';

/** TypeScript has no type for this yet: https://wicg.github.io/layout-instability/ */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/**
 * Expects the scores of all shifts that were visible since the page was opened to sum up to at most `limit`. A page that
 * arrives in parts is laid out in parts, and the browser reports shifts even before the first paint: those are left out.
 */
export async function expectShiftsBelow(page: Page, limit: number): Promise<void> {
  // Two frames: one that moves something, and one that reports it.
  await letFramesPass(page, 2);
  const shifts = await page.evaluate(() => {
    const all: { startTime: number; value: number; moved: string[] }[] = [];
    const { promise, resolve } = Promise.withResolvers<typeof all>();
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByType('layout-shift')) {
        const { startTime, value, hadRecentInput, sources } = entry as LayoutShift;
        const moved = sources.map(({ node }) => `${node?.nodeName} '${node?.textContent?.slice(0, 40)}'`);
        if (!hadRecentInput) all.push({ startTime, value, moved });
      }
      // May arrive late on a busy machine. If the page never paints, the test times out here.
      const [painted] = list.getEntriesByName('first-contentful-paint');
      if (painted) resolve(all.filter(({ startTime }) => startTime > painted.startTime));
    });
    for (const type of ['layout-shift', 'paint']) observer.observe({ type, buffered: true });
    return promise;
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(limit);
}

/** Waits until the page is idle: no request, no font and no frame is pending. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  let requests;
  do {
    requests = await page.requests();
    for (const request of requests) await (await request.response())?.finished();
    await page.evaluate(async () => void (await document.fonts.ready));
    // A response is rendered in the next frame, and that frame may start further requests.
    await letFramesPass(page, 2);
  } while ((await page.requests()).at(-1) !== requests.at(-1));
}
