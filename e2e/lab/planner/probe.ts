import type { Page } from '@playwright/test';

/** When one change was seen, in milliseconds. */
export interface Sample {
  /** From the key or the click until the frame with the busy mark was painted. */
  feedback: number;
  /** From the last byte of the server's answer until the frame with the confirmed state was painted. */
  confirmed: number;
}

declare global {
  interface Window {
    spaceSample: Promise<Sample>;
  }
}

export type Change = 'add' | 'tick';

/**
 * Makes the page watch the next change. The clock starts with the input event's own time stamp, not with its handler. A
 * frame counts as painted when something runs after it: a message sent from its `requestAnimationFrame`, or the beginning of
 * the next frame, which may come before the message; not what the site itself puts off until that frame.
 */
export async function armProbe(page: Page, change: Change): Promise<void> {
  await page.evaluate((watched) => {
    performance.clearResourceTimings();
    const nextFrame = window.requestAnimationFrame.bind(window);
    /** What is to be told that its frame is over, and when that frame began. */
    const waiting = new Map<() => void, number>();
    const beginFrame = (time: number) => {
      for (const [isOver, begun] of waiting) if (begun !== time) isOver();
    };
    window.requestAnimationFrame = (callback) =>
      nextFrame((time) => {
        beginFrame(time);
        callback(time);
      });
    const painted = () =>
      new Promise<number>((resolve) => {
        const isOver = () => {
          resolve(performance.now());
        };
        nextFrame((begun) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', isOver);
          port1.start();
          port2.postMessage(null);
          waiting.set(isOver, begun);
          nextFrame(beginFrame);
        });
      });
    const started = new Promise<number>((resolve) => {
      const handle = (event: Event) => {
        resolve(event.timeStamp);
      };
      window.addEventListener(watched === 'add' ? 'keydown' : 'click', handle, { capture: true, once: true });
    });
    // Told by the records alone: looking for the mark in the tree would cost more than making it.
    const seen = (isIt: (record: MutationRecord) => boolean) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver((records) => {
          if (!records.some(isIt)) return;
          observer.disconnect();
          resolve(painted());
        });
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          attributeFilter: ['aria-busy', 'data-completed'],
        });
      });
    const isBusy = ({ target, attributeName }: MutationRecord) =>
      attributeName === 'aria-busy' && target instanceof Element && target.ariaBusy === 'true';
    const isRow = (node: Node) =>
      node instanceof Element &&
      node.ariaBusy !== 'true' &&
      node.querySelector('[data-action="toggle"]') !== null;
    // The place that was kept for a new task becomes its row; or the answer was there before it, and the row is added.
    const isAdded = ({ attributeName, target, addedNodes }: MutationRecord) =>
      (attributeName === 'aria-busy' && isRow(target)) || [...addedNodes].some(isRow);
    const isConfirmed = (record: MutationRecord) =>
      watched === 'tick' ? record.attributeName === 'data-completed' : isAdded(record);

    window.spaceSample = Promise.all([started, seen(isBusy), seen(isConfirmed)]).then(
      async ([start, busy, confirmed]) => {
        // The list of resources is brought up to date by a task of its own.
        await new Promise((resolve) => setTimeout(resolve, 100));
        const answers = performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.includes('/rest/v1/tasks') && startTime >= start);
        window.requestAnimationFrame = nextFrame;
        const answered = Math.max(...answers.map(({ startTime, duration }) => startTime + duration));
        return { feedback: busy - start, confirmed: confirmed - answered };
      },
    );
  }, change);
}

export async function readProbe(page: Page): Promise<Sample> {
  return page.evaluate(() => window.spaceSample);
}
