import { measureCost } from '../support/skyCost.ts';
import { expect, test } from '../support/test.ts';

// `npm run lab -- starfield` prints the figures, and the page's own drawing beside the worker's.

test('the starfield costs the page at most a millisecond a frame, at a quarter of the speed', async ({
  browser,
  site,
}) => {
  const { frames, perSecond } = await measureCost(browser, site.origin, 'worker', 3_000);
  expect(frames).toBeGreaterThan(3);
  // Of the sixty frames that a screen shows in a second, however many of them a busy machine lets the worker draw.
  expect(perSecond / 60).toBeLessThanOrEqual(1);
});

for (const mode of ['hidden', 'paused', 'reduced motion'] as const) {
  const tag = mode === 'hidden' ? ['@covered'] : [];
  test(`no frame is drawn: ${mode}`, { tag }, async ({ browser, site }) => {
    expect(await measureCost(browser, site.origin, mode, 1_000)).toMatchObject({ frames: 0 });
  });
}
