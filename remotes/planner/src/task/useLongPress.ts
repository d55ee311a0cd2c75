import { useEffect, useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react';

const LONG = 500;
/** How far a finger strays that means to keep still, in CSS pixels. */
const SLACK = 10;

/** Calls back when a finger rests on an element, in place of the browser's own menu. Returns the element's properties. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const press = useRef({ isTouch: false, isLong: false, x: 0, y: 0 });

  const end = () => clearTimeout(timer.current);

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      end();
      const isTouch = pointerType === 'touch' && isPrimary;
      press.current = { isTouch, isLong: false, x, y };
      if (!isTouch) return;
      timer.current = setTimeout(() => {
        press.current.isLong = true;
        onLongPress();
      }, LONG);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > SLACK) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** Lifting the finger presses nothing of what has opened beneath it. */
    onTouchEnd(event: TouchEvent) {
      if (press.current.isLong) event.preventDefault();
    },
    onContextMenu(event: MouseEvent) {
      if (press.current.isTouch) event.preventDefault();
    },
  };
}
