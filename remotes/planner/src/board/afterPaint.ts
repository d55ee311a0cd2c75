let scheduled = new Set<() => void>();

/**
 * Defers a callback by two frames: the first one paints a change, the second what can wait, such as its notice. A callback
 * that is scheduled twice before a frame runs once. In a hidden tab it waits until the tab is visible.
 */
export function afterPaint(callback: () => void): void {
  if (scheduled.size === 0) requestAnimationFrame(handleFrame);
  scheduled.add(callback);
}

function handleFrame(): void {
  const callbacks = scheduled;
  scheduled = new Set();
  // One request for each, so that React does not turn all of them into one long task.
  for (const callback of callbacks) requestAnimationFrame(callback);
}
