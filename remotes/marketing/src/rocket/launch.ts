import { useEffect, useState } from 'react';
import { useMotion } from '@space/platform';

type Phase = 'ready' | 'count' | 'flight' | 'orbit' | 'landing';

interface Step {
  phase: Phase;
  display: string;
  text: string;
  /** The duration of the step. Without it, the step lasts until the button is pressed. */
  milliseconds?: number;
}

/** A flight from the pad to an orbit and back. The heights and the number of sunrises are real. */
const STEPS = [
  { phase: 'ready', display: '0 km', text: 'On the pad. Everything is ready.' },
  { phase: 'count', display: '3', text: 'Three … desk cleared.', milliseconds: 1000 },
  { phase: 'count', display: '2', text: 'Two … tabs closed.', milliseconds: 1000 },
  { phase: 'count', display: '1', text: 'One … deep breath.', milliseconds: 1000 },
  { phase: 'flight', display: '1 km', text: 'Lift-off!', milliseconds: 2000 },
  {
    phase: 'flight',
    display: '11 km',
    text: 'Above the clouds, where airliners cruise.',
    milliseconds: 2000,
  },
  { phase: 'flight', display: '100 km', text: 'Space begins here, by common agreement.', milliseconds: 2000 },
  {
    phase: 'orbit',
    display: '400 km',
    text: 'In orbit. A week up here has about 110 sunrises. Yours has seven: make them good ones.',
  },
  { phase: 'landing', display: '11 km', text: 'Coming home …', milliseconds: 2400 },
] as const satisfies readonly Step[];

const ORBIT = STEPS.findIndex((step) => step.phase === 'orbit');

const NOTES = {
  stopped: 'Countdown stopped. The rocket is still on the pad.',
  landed: 'Safely down. Ready whenever you are.',
} as const;

export interface Launch {
  step: number;
  note: keyof typeof NOTES | null;
}

export const ON_THE_PAD: Launch = { step: 0, note: null };

export function stepOf({ step, note }: Launch): Step {
  const current: Step = STEPS[step] ?? STEPS[0];
  return note === null ? current : { ...current, text: NOTES[note] };
}

/** Handles a press of the button: starts the countdown, stops it or starts the landing. In flight, it does nothing. */
export function press(launch: Launch, isStill: boolean): Launch {
  switch (stepOf(launch).phase) {
    case 'ready':
      return { step: 1, note: null };
    case 'count':
      return { step: 0, note: 'stopped' };
    case 'orbit':
      return isStill ? { step: 0, note: 'landed' } : { step: ORBIT + 1, note: null };
    case 'flight':
    case 'landing':
      return launch;
  }
}

/** Returns the state after the current step. With `isStill`, the flight is skipped; `press` skips the landing. */
export function advance({ step }: Launch, isStill: boolean): Launch {
  const next = step + 1;
  if (next >= STEPS.length) return { step: 0, note: 'landed' };
  const isMoving = stepOf({ step: next, note: null }).phase === 'flight';
  return { step: isStill && isMoving ? ORBIT : next, note: null };
}

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
