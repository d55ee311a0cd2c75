import { motion } from '@space/platform/internal';

/** Keeps `html[data-motion='paused']` in sync with the visitor's choice: by it the tokens pause all animations in CSS. */
export function markMotion(): void {
  const mark = () => {
    if (motion.getState().isPaused) document.documentElement.dataset['motion'] = 'paused';
    else delete document.documentElement.dataset['motion'];
  };
  mark();
  motion.subscribe(mark);
}
