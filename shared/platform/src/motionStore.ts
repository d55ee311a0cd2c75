import type { SafeStorage } from '@space/supabase';
import { createStore } from 'zustand/vanilla';

/** The local storage key of the visitor's choice (rule sky-and-motion): 'paused', or absent if animations run. */
export const MOTION_KEY = 'better-space-motion';
const PAUSED = 'paused';
/** The state in prerendered HTML, the same for every visitor. */
const MOVING: MotionState = { isPaused: false, isReduced: false };
const REDUCED = '(prefers-reduced-motion: reduce)';

export interface MotionState {
  /** The visitor's choice with 'Pause animation', without the system's setting. */
  isPaused: boolean;
  /** Whether the system asks for reduced motion. */
  isReduced: boolean;
}

interface MotionOptions {
  storage: SafeStorage;
  /** Undefined in Node, where pages are prerendered. */
  window: Pick<Window, 'addEventListener' | 'matchMedia'> | undefined;
}

/** Creates the store of the visitor's choice and the system's setting for animations (rule sky-and-motion, WCAG 2.2.2). */
export function createMotionStore({ storage, window }: MotionOptions) {
  const query = window?.matchMedia(REDUCED);
  const readChoice = () => storage.getItem(MOTION_KEY) === PAUSED;
  const store = createStore<MotionState>(() => ({
    isPaused: readChoice(),
    isReduced: query?.matches === true,
  }));

  query?.addEventListener('change', () => store.setState({ isReduced: query.matches }));
  window?.addEventListener('storage', ({ key }) => {
    // Key null: all of storage was cleared.
    if (key === MOTION_KEY || key === null) store.setState({ isPaused: readChoice() });
  });

  return {
    getState: store.getState,
    getInitialState: () => MOVING,
    subscribe: store.subscribe,
    /** Stores the visitor's choice, for this tab and all others. Never throws. */
    setPaused(isPaused: boolean): void {
      if (isPaused) storage.setItem(MOTION_KEY, PAUSED);
      else storage.removeItem(MOTION_KEY);
      store.setState({ isPaused });
    },
  };
}
