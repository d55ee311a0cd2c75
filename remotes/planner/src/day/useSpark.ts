import { useEffect, useRef, type RefObject } from 'react';
import { useMotion } from '@space/platform';

const RAYS: Keyframe[] = [
  { visibility: 'visible', opacity: 0, transform: 'scale(0.7)' },
  { opacity: 1, offset: 0.3 },
  { visibility: 'visible', opacity: 0, transform: 'scale(1.25)' },
];

/**
 * Animates rays around a ring once, when the ring closes on this page: not when a day is already complete at first, and not
 * while motion is off.
 *
 * Takes a ref to the rays, and whether the ring is closed; null if the day has no tasks.
 */
export function useSpark(raysRef: RefObject<SVGElement | null>, isClosed: boolean | null): void {
  const { isStill } = useMotion();
  const wasClosed = useRef(isClosed);

  useEffect(() => {
    const hasJustClosed = isClosed === true && wasClosed.current === false;
    wasClosed.current = isClosed;
    if (hasJustClosed && !isStill) raysRef.current?.animate(RAYS, { duration: 700, easing: 'ease-out' });
  }, [isClosed, isStill, raysRef]);
}
