import type { Page } from '@playwright/test';

/** The latencies of one change, in milliseconds. */
export interface Sample {
  /** From the key or the click until the frame with the emptied field or the busy mark was painted. */
  feedback: number;
  /** From the last byte of the server's response until the frame with the confirmed state was painted. */
  confirmed: number;
}

declare global {
  interface Window {
    benchSample: Promise<Sample>;
  }
}

export type Change = 'add' | 'tick';

/**
 * Makes the page measure the next change. The clock starts at the input event's time stamp, not in its handler. A frame
 * counts as painted as soon as something runs after it: a message sent from its `requestAnimationFrame`, or the start of
 * the next frame, which may come before the message, but before the site's own callbacks of that frame.
 */
export async function armProbe(page: Page, change: Change): Promise<void> {
  await page.evaluate((watched) => {
    performance.clearResourceTimings();
    const nextFrame = window.requestAnimationFrame.bind(window);
    /** What waits for the end of a frame, called with the time of each frame. */
    const waiting = new Set<(time: number) => void>();
    window.requestAnimationFrame = (callback) =>
      nextFrame((time) => {
        waiting.forEach((beginFrame) => beginFrame(time));
        callback(time);
      });
    const painted = () =>
      new Promise<number>((resolve) => {
        nextFrame((begun) => {
          const beginFrame = (time: number) => {
            if (time !== begun) resolve(performance.now());
          };
          waiting.add(beginFrame);
          nextFrame(beginFrame);
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => beginFrame(Infinity));
          port1.start();
          port2.postMessage(null);
        });
      });
    const started = new Promise<number>((resolve) => {
      const handle = ({ timeStamp }: Event) => resolve(timeStamp);
      window.addEventListener(watched === 'add' ? 'keydown' : 'click', handle, { capture: true, once: true });
    });
    // Checks only the mutation records: searching the tree for the change would cost more than the change itself.
    const paintedAfter = (matches: (record: MutationRecord) => boolean) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver((records) => {
          if (!records.some(matches)) return;
          observer.disconnect();
          resolve(painted());
        });
        const attributeFilter = ['aria-busy', 'data-completed', 'value'];
        observer.observe(document.body, { subtree: true, childList: true, attributeFilter });
      });
    /** The first feedback: the emptied field, or the row that is marked as busy. */
    const isTaken = ({ target, attributeName }: MutationRecord) =>
      watched === 'add'
        ? attributeName === 'value'
        : attributeName === 'aria-busy' && target instanceof Element && target.ariaBusy === 'true';
    const isRow = (node: Node) =>
      node instanceof Element &&
      node.ariaBusy !== 'true' &&
      node.querySelector('[data-action="toggle"]') !== null;
    // The placeholder of a new task becomes its row; or the response came before the placeholder, and the row is added.
    const isAdded = ({ attributeName, target, addedNodes }: MutationRecord) =>
      (attributeName === 'aria-busy' && isRow(target)) || [...addedNodes].some(isRow);
    const isConfirmed = (record: MutationRecord) =>
      watched === 'tick' ? record.attributeName === 'data-completed' : isAdded(record);

    window.benchSample = Promise.all([started, paintedAfter(isTaken), paintedAfter(isConfirmed)]).then(
      async ([start, taken, confirmed]) => {
        // The browser adds resource timing entries in a later task.
        await new Promise((resolve) => setTimeout(resolve, 100));
        const responses = performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.includes('/rest/v1/tasks') && startTime >= start);
        window.requestAnimationFrame = nextFrame;
        const respondedAt = Math.max(...responses.map(({ startTime, duration }) => startTime + duration));
        return { feedback: taken - start, confirmed: confirmed - respondedAt };
      },
    );
  }, change);
}
