import { useEffect, useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react';

const DURATION = 500;
/** How far a finger may move during a long press, in CSS pixels. */
const MAX_MOVEMENT = 10;

/** Calls back on a long press by touch, instead of the browser's context menu. Returns the element's props. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const press = useRef({ isTouch: false, isLong: false, x: 0, y: 0 });

  const end = () => clearTimeout(timer.current);

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    onPointerDown({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) {
      end();
      const isInSheet = target instanceof Element && target.closest('dialog') !== null;
      const isTouch = pointerType === 'touch' && isPrimary && !isInSheet;
      press.current = { isTouch, isLong: false, x, y };
      if (!isTouch) return;
      timer.current = setTimeout(() => {
        press.current.isLong = true;
        onLongPress();
      }, DURATION);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > MAX_MOVEMENT) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** Lifting the finger must not press what has opened beneath it. */
    onTouchEnd(event: TouchEvent) {
      if (press.current.isLong) event.preventDefault();
    },
    onContextMenu(event: MouseEvent) {
      if (press.current.isTouch) event.preventDefault();
    },
  };
}
