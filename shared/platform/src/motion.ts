import { useStore } from 'zustand';
import { storage } from './backend.ts';
import { createMotionStore } from './motionStore.ts';

/** Whether things may move on this page: the visitor's choice (rule sky-and-motion) and the system's wish. */
export const motion = createMotionStore({ storage, window: globalThis.window });

interface Motion {
  /** The visitor's own choice, whatever the system asks for. */
  isPaused: boolean;
  /** Nothing decorative moves: paused by the visitor, or reduced motion. */
  isStill: boolean;
  /** Remembers the visitor's choice, in this tab and in every other. */
  setPaused: (isPaused: boolean) => void;
}

/**
 * Reads whether things may move, and re-renders when that changes. For motion drawn by script; motion in CSS follows by
 * `animation-play-state: var(--motion-play)` alone.
 */
export function useMotion(): Motion {
  const isPaused = useStore(motion, (state) => state.isPaused);
  const isStill = useStore(motion, (state) => state.isPaused || state.isReduced);
  return { isPaused, isStill, setPaused: motion.setPaused };
}
