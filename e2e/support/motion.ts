import type { Page } from '@playwright/test';

/** All running animations of the page, except those drawn on a canvas; a transition's name is empty. */
export const motionsOf = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => ({
        name: animation instanceof CSSAnimation ? animation.animationName : '',
        isEndless: animation.effect?.getTiming().iterations === Infinity,
      })),
  );

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
