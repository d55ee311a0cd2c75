import { motion } from '@space/platform/internal';

/** Keeps `html[data-motion='paused']` true to the visitor's choice: the tokens stop every animation in CSS by it. */
export function markMotion(): void {
  const mark = () => {
    if (motion.getState().isPaused) document.documentElement.dataset['motion'] = 'paused';
    else delete document.documentElement.dataset['motion'];
  };
  mark();
  motion.subscribe(mark);
}
