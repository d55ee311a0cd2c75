import { useStore } from 'zustand';
import { storage } from './backend.ts';
import { createMotionStore } from './motionStore.ts';

/** Whether animations may run: the visitor's choice (rule sky-and-motion) and the system's setting. */
export const motion = createMotionStore({ storage, window: globalThis.window });

/** Returns whether script may animate; animations in CSS use `animation-play-state: var(--motion-play)`. */
export function useMotion() {
  const isPaused = useStore(motion, (state) => state.isPaused);
  const isStill = useStore(motion, (state) => state.isPaused || state.isReduced);
  return { isPaused, isStill, setPaused: motion.setPaused };
}
