import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { PauseButton } from './PauseButton.tsx';
import styles from './Strip.module.css';

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
