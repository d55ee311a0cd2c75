import { useNavigation } from 'react-router-dom';
import styles from './ProgressBar.module.css';

/** A thin bar. It appears with a delay, so that what is fast shows none. */
export function LoadingBar() {
  // In a landmark, as all content of a page should be.
  return (
    <aside aria-label="Page load">
      <div className={styles.bar} role="progressbar" aria-label="Loading page" />
    </aside>
  );
}

/** The bar while the next page is loading; the old page stays. */
export function ProgressBar() {
  return useNavigation().state === 'idle' ? null : <LoadingBar />;
}
