import { PATHS } from '@space/domain';
import { Link, useMotion } from '@space/platform';
import styles from './Strip.module.css';

const PAUSE = 'M8.500 6v12M15.500 6v12';
const PLAY = 'M8 5.500l10.500 6.500L8 18.500z';

/** Pauses all decorative motion, and stores the choice (rule sky-and-motion, WCAG 2.2.2). */
function PauseButton() {
  const { isPaused, setPaused } = useMotion();
  return (
    <button
      type="button"
      className={styles.pause}
      aria-label="Pause animation"
      title="Pause animation"
      aria-pressed={isPaused}
      onClick={() => setPaused(!isPaused)}
    >
      <svg aria-hidden="true" focusable="false" viewBox="0 0 24 24" className={styles.icon}>
        <path d={isPaused ? PLAY : PAUSE} />
      </svg>
    </button>
  );
}

/**
 * The strip at the bottom edge of every page that has a sky: the pause button (rule sky-and-motion) and the faint link to
 * retro mode (rule page-owners). Notices are shown in it as well, so that they cover nothing of the page (rule notice-place).
 */
export function Strip() {
  return (
    <aside className={styles.strip} data-strip data-print="off" aria-label="Animation and retro mode">
      <PauseButton />
      <Link className={styles.retro} to={PATHS.retro} title="Enter retro pixel mode">
        Enter retro mode
      </Link>
    </aside>
  );
}
