import { useEffect, useRef, type RefObject } from 'react';
import { useMotion } from '@space/platform';

const RAYS: Keyframe[] = [
  { visibility: 'visible', opacity: 0, transform: 'scale(0.7)' },
  { opacity: 1, offset: 0.3 },
  { visibility: 'visible', opacity: 0, transform: 'scale(1.25)' },
];

/**
 * Lets rays leave a ring once, at the moment it closes on the page: not when a finished day is merely shown, and not when
 * nothing may move.
 *
 * Takes the rays and whether the ring is closed; null while there is nothing to close.
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
