import { useStore } from 'zustand';
import { storage } from './backend.ts';
import { createMotionStore } from './motionStore.ts';

/** Whether things may move on this page: the visitor's choice (rule sky-and-motion) and the system's wish. */
export const motion = createMotionStore({ storage, window: globalThis.window });

/** Whether things may move, for script; motion in CSS follows by `animation-play-state: var(--motion-play)`. */
export function useMotion() {
  const isPaused = useStore(motion, (state) => state.isPaused);
  const isStill = useStore(motion, (state) => state.isPaused || state.isReduced);
  return { isPaused, isStill, setPaused: motion.setPaused };
}
