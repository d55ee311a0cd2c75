import type { SafeStorage } from '@space/supabase';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storage as pageStorage } from './backend.ts';

/** The local storage key of the visitor's choice: 'paused', or absent if animations run. */
export const MOTION_KEY = 'better-space-motion';
const PAUSED = 'paused';
/** The state in prerendered HTML, the same for every visitor. */
const MOVING: MotionState = { isPaused: false, isReduced: false };
const REDUCED = '(prefers-reduced-motion: reduce)';

interface MotionState {
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

/** Creates the store of the visitor's choice and the system's setting for animations (WCAG 2.2.2). */
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

/** Whether animations may run: the visitor's choice and the system's setting. */
export const motion = createMotionStore({ storage: pageStorage, window: globalThis.window });

/** Returns whether script may animate; animations in CSS use `animation-play-state: var(--motion-play)`. */
export function useMotion() {
  const isPaused = useStore(motion, (state) => state.isPaused);
  const isStill = useStore(motion, (state) => state.isPaused || state.isReduced);
  return { isPaused, isStill, setPaused: motion.setPaused };
}
