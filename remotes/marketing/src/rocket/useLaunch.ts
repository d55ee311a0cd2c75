import { useEffect, useState } from 'react';
import { useMotion } from '@space/platform';
import { ON_THE_PAD, advance, press, stepOf } from './launch.ts';

/** The state of a flight, which advances by itself. If motion is paused during the flight, it arrives at once. */
export function useLaunch() {
  const [launch, setLaunch] = useState(ON_THE_PAD);
  const { isStill } = useMotion();
  const step = stepOf(launch);
  const isMoving = step.phase === 'flight' || step.phase === 'landing';

  useEffect(() => {
    if (step.milliseconds === undefined) return;
    const timer = setTimeout(
      () => setLaunch(advance(launch, isStill)),
      isStill && isMoving ? 0 : step.milliseconds,
    );
    return () => clearTimeout(timer);
  }, [launch, isStill, isMoving, step.milliseconds]);

  return {
    step,
    isStill,
    isMoving,
    press() {
      setLaunch(press(launch, isStill));
    },
  };
}
