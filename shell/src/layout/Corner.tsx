import { useRef } from 'react';
import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { PauseButton } from './PauseButton.tsx';
import styles from './Corner.module.css';
import { useStepAside } from './useStepAside.ts';

/**
 * The quiet corner of every page that has a sky: the pause control (rule sky-and-motion) and the faint way into the pixel
 * world (rule page-owners). On a small screen it steps aside for what lies beneath it.
 */
export function Corner() {
  const ref = useRef<HTMLElement>(null);
  useStepAside(ref);
  return (
    <aside ref={ref} className={styles.corner} data-print="off" aria-label="Animation and retro mode">
      <PauseButton />
      <Link className={styles.retro} to={PATHS.retro} title="Enter retro pixel mode">
        Enter retro mode
      </Link>
    </aside>
  );
}
