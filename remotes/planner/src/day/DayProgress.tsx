import { useEffect, useRef } from 'react';
import type { Task } from '@space/domain';
import { useMotion } from '@space/platform';
import { VisuallyHidden } from '@space/ui';
import styles from './day.module.css';

/** The same circle as the track, but starting at 12 o'clock: a rotated one would be a layer of its own. */
const CIRCLE_FROM_TOP = 'M10 2a8 8 0 010 16 8 8 0 010-16';
const RAYS =
  'M10 -1v-3M17.800 2.200l2.100-2.100M21 10h3M17.800 17.800l2.100 2.100M10 21v3M2.200 17.800l-2.100 2.100M-1 10h-3M2.200 2.200l-2.100-2.100';

const SPARK: Keyframe[] = [
  { visibility: 'visible', opacity: 0, transform: 'scale(0.7)' },
  { opacity: 1, offset: 0.3 },
  { visibility: 'visible', opacity: 0, transform: 'scale(1.25)' },
];

/** A day's progress as a ring; completing the day on this page closes the ring, with a spark. */
export function DayProgress({ tasks }: { tasks: readonly Task[] }) {
  const { isStill } = useMotion();
  const raysRef = useRef<SVGPathElement>(null);
  const done = tasks.filter((task) => task.completed).length;
  const isComplete = done === tasks.length;
  /** Null while the day has no tasks. */
  const isClosed = tasks.length === 0 ? null : isComplete;
  const wasClosed = useRef(isClosed);

  useEffect(() => {
    const hasJustClosed = isClosed === true && wasClosed.current === false;
    wasClosed.current = isClosed;
    if (hasJustClosed && !isStill) raysRef.current?.animate(SPARK, { duration: 700, easing: 'ease-out' });
  }, [isClosed, isStill]);

  if (tasks.length === 0) return null;
  return (
    <p className={styles.progress} data-complete={isComplete || undefined}>
      <span aria-hidden="true">{`${done}/${tasks.length}`}</span>
      <VisuallyHidden>{`${done} of ${tasks.length} done`}</VisuallyHidden>
      <svg className={styles.ring} data-print="off" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle className={styles.track} cx="10" cy="10" r="8" />
        <path
          className={styles.value}
          d={CIRCLE_FROM_TOP}
          pathLength="100"
          strokeDasharray={`${(done / tasks.length) * 100} 100`}
        />
        <path className={styles.check} d="M6.500 10.200l2.400 2.400 4.600-4.900" />
        <path ref={raysRef} className={styles.spark} d={RAYS} />
      </svg>
    </p>
  );
}
