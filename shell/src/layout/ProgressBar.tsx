import { useNavigation } from 'react-router-dom';
import styles from './ProgressBar.module.css';

/** A thin bar while the next page is loading; the old page stays. It appears with a delay: what is fast shows none. */
export function ProgressBar() {
  if (useNavigation().state === 'idle') return null;
  // In a landmark, as all content of a page should be.
  return (
    <aside aria-label="Page load">
      <div className={styles.bar} role="progressbar" aria-label="Loading page" />
    </aside>
  );
}
