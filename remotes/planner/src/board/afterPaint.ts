/**
 * Puts off what can wait until the next frame was painted: what changed is shown first, the words about it a moment later.
 * A timer and not a message: what the person does meanwhile goes before it. In a hidden tab, until somebody looks at it
 * again.
 */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}
