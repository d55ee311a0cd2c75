import { useRef } from 'react';
import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { PauseButton } from './PauseButton.tsx';
import styles from './Corner.module.css';
import { useStepAside } from './useStepAside.ts';

/**
 * The corner of every page that has a sky: the pause button (rule sky-and-motion) and the faint link to retro mode (rule
 * page-owners). On a small screen it is hidden while it would cover a control.
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
