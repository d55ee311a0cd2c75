import { PATHS } from '@space/domain';
import { Link, useLocation } from '@space/platform';
import styles from './RetroButton.module.css';

/** The faint way into the pixel world, on every page outside it (D-4). */
export function RetroButton() {
  const { pathname } = useLocation();
  if (pathname === PATHS.retro || pathname.startsWith(`${PATHS.retro}/`)) return null;
  return (
    <aside aria-label="Retro mode">
      <Link className={styles.retro} to={PATHS.retro} title="Enter retro pixel mode">
        Enter retro mode
      </Link>
    </aside>
  );
}
