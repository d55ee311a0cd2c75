import type { PointerEvent } from 'react';

/** How far, in CSS pixels, a finger or a mouse strays that means to keep still. */
const SLACK = 10;

const starts = new WeakMap<Element, { x: number; y: number }>();

/**
 * Lets a press belong to the button it began on, also when the button moves away beneath it: tasks that arrive between
 * down and up shift what stands below them, and the browser would send the click to neither. Moving the pointer
 * off still cancels the press (WCAG 2.5.2). To be spread onto the button.
 */
export const heldPress = {
  onPointerDown({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    starts.set(currentTarget, { x: clientX, y: clientY });
    currentTarget.setPointerCapture(pointerId);
  },
  onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    const start = starts.get(currentTarget);
    if (!start || Math.hypot(clientX - start.x, clientY - start.y) <= SLACK) return;
    if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
  },
};
