import type { Page } from '@playwright/test';

/** Something that a style sheet or a script moves. */
export interface Motion {
  /** Of the keyframes; empty for a transition and for what a script began. */
  name: string;
  /** Whether it goes on for ever. */
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
