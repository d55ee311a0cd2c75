import type { Page } from '@playwright/test';

/** How often each running animation of the page is repeated, except those drawn on a canvas. */
export const motionsOf = (page: Page) =>
  page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return running.map(({ effect }) => effect?.getTiming().iterations);
  });

/** Waits for `count` frames of the page. */
export const letFramesPass = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, count);

/** Simulates switching to another tab ('hidden') and back ('visible'). */
export const setVisibility = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event(visibility === 'hidden' ? 'blur' : 'focus'));
  }, state);
