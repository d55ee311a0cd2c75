import type { SafeStorage } from '@space/supabase';
import { createStore } from 'zustand/vanilla';

/** The visitor's choice (rule sky-and-motion), under one key of local storage: 'paused', or nothing while things move. */
export const MOTION_KEY = 'better-space-motion';
const PAUSED = 'paused';
/** What HTML that was prerendered looks like, for everybody. */
const MOVING: MotionState = { isPaused: false, isReduced: false };
const REDUCED = '(prefers-reduced-motion: reduce)';

export interface MotionState {
  /** What the visitor chose with 'Pause animation'. The system's wish is never mixed into it. */
  isPaused: boolean;
  /** Whether the system asks for reduced motion. */
  isReduced: boolean;
}

interface MotionOptions {
  storage: SafeStorage;
  /** None in Node, where pages are prerendered. */
  window: Pick<Window, 'addEventListener' | 'matchMedia'> | undefined;
}

/** Whether things may move (rule sky-and-motion, WCAG 2.2.2): the visitor's choice, and the system's wish. */
export function createMotionStore({ storage, window }: MotionOptions) {
  const query = window?.matchMedia(REDUCED);
  const readChoice = () => storage.getItem(MOTION_KEY) === PAUSED;
  const store = createStore<MotionState>(() => ({
    isPaused: readChoice(),
    isReduced: query?.matches === true,
  }));

  query?.addEventListener('change', () => store.setState({ isReduced: query.matches }));
  window?.addEventListener('storage', ({ key }) => {
    // No key: everything was cleared.
    if (key === MOTION_KEY || key === null) store.setState({ isPaused: readChoice() });
  });

  return {
    getState: store.getState,
    getInitialState: () => MOVING,
    subscribe: store.subscribe,
    /** Remembers the visitor's choice, in this tab and in every other. Never throws. */
    setPaused(isPaused: boolean): void {
      if (isPaused) storage.setItem(MOTION_KEY, PAUSED);
      else storage.removeItem(MOTION_KEY);
      store.setState({ isPaused });
    },
  };
}
