/**
 * Puts off what can wait until the next frame was painted: what changed is shown first, the words about it a moment later.
 * In a hidden tab, until somebody looks at it again.
 */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      callback();
    });
    port1.start();
    port2.postMessage(null);
  });
}
