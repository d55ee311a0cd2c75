import { PATHS } from '@space/domain';
import { Link, useLocation } from '@space/platform';
import { skyAt } from '../sky/sky.ts';
import { PauseButton } from './PauseButton.tsx';
import styles from './Corner.module.css';

/** The quiet corner of every page outside retro mode: the pause control (D-5) and the faint way into the pixel world (D-4). */
export function Corner() {
  const { pathname } = useLocation();
  if (skyAt(pathname) === 'none') return null;
  return (
    <aside className={styles.corner} aria-label="Animation and retro mode">
      <PauseButton />
      <Link className={styles.retro} to={PATHS.retro} title="Enter retro pixel mode">
        Enter retro mode
      </Link>
    </aside>
  );
}
