import type { PointerEvent, Ref } from 'react';
import { Icon } from '@space/ui';
import styles from './parts.module.css';

/** How far a finger or mouse may move during a press, in CSS pixels. */
const MAX_MOVEMENT = 10;

/** Where the last press began. */
let start = { x: 0, y: 0 };

/**
 * Keeps a press on the button where it began, even if the button moves: tasks that arrive between pointerdown and pointerup
 * shift everything below them, and the browser would not click it. Moving the pointer off the button still cancels the press
 * (WCAG 2.5.2).
 */
const pressCapture = {
  onPointerDown({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    start = { x: clientX, y: clientY };
    currentTarget.setPointerCapture(pointerId);
  },
  onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    const isMoved = Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVEMENT;
    if (isMoved && currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
  },
};

interface AddButtonProps {
  ref: Ref<HTMLButtonElement>;
  label: string;
  /** The heading that says where something is added. */
  headingId: string;
  onClick: () => void;
}

/** The last line of a card: the button that opens the form for something new. */
export function AddButton({ ref, label, headingId, onClick }: AddButtonProps) {
  return (
    <button
      {...pressCapture}
      ref={ref}
      type="button"
      className={styles.add}
      data-print="off"
      data-action="add"
      aria-describedby={headingId}
      onClick={onClick}
    >
      <Icon name="plus" />
      {label}
    </button>
  );
}
