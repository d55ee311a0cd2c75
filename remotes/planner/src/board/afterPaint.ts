let waiting = new Set<() => void>();

/**
 * Puts off what can wait for a frame: the next one shows what changed, the one after it the words about it. What is put off
 * twice before a frame is done once. In a hidden tab it waits until the tab is shown again.
 */
export function afterPaint(callback: () => void): void {
  if (waiting.size === 0) requestAnimationFrame(handleFrame);
  waiting.add(callback);
}

function handleFrame(): void {
  const due = waiting;
  waiting = new Set();
  // Each by itself, so that React does not make one long piece of work of all.
  for (const callback of due) requestAnimationFrame(callback);
}
