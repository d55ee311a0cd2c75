import type { Page } from '@playwright/test';

interface Motion {
  /** Of the keyframes; empty for a transition and for what a script began. */
  name: string;
  isEndless: boolean;
}

/** All that moves on the page at this moment, but for what is drawn on a canvas. */
export const motionsOf = (page: Page): Promise<Motion[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => ({
        name: animation instanceof CSSAnimation ? animation.animationName : '',
        isEndless: animation.effect?.getTiming().iterations === Infinity,
      })),
  );

/** So many frames of the page go by. */
export const letFramesPass = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, count);

/** What the browser says when another tab is put in front of this one, or taken away. */
export const setVisibility = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event(visibility === 'hidden' ? 'blur' : 'focus'));
  }, state);
