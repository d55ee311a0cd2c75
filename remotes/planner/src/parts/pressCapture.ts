import type { PointerEvent } from 'react';

/** How far a finger or mouse may move during a press, in CSS pixels. */
const MAX_MOVEMENT = 10;

const starts = new WeakMap<Element, { x: number; y: number }>();

/**
 * Handlers that keep a press on the button where it began, even if the button moves: tasks that arrive between pointerdown
 * and pointerup shift everything below them, and the browser would not click it. Moving the pointer off the button still
 * cancels the press (WCAG 2.5.2). To be spread onto the button.
 */
export const pressCapture = {
  onPointerDown({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    starts.set(currentTarget, { x: clientX, y: clientY });
    currentTarget.setPointerCapture(pointerId);
  },
  onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    const start = starts.get(currentTarget);
    if (!start || Math.hypot(clientX - start.x, clientY - start.y) <= MAX_MOVEMENT) return;
    if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
  },
};
