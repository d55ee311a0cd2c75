/**
 * Puts off what can wait for a frame: the next one shows what changed, the one after it the words about it. In a hidden tab,
 * until somebody looks at it again.
 */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => callback()));
}
