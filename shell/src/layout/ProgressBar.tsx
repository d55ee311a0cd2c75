import { useNavigation } from 'react-router-dom';
import styles from './ProgressBar.module.css';

/** A thin bar while the next page is on its way; the old page stays. It shows after a moment, so fast pages show none. */
export function ProgressBar() {
  const isLoading = useNavigation().state !== 'idle';
  if (!isLoading) return null;
  // In a landmark, as all that is on a page should be.
  return (
    <aside aria-label="Page load">
      <div className={styles.bar} role="progressbar" aria-label="Loading page" />
    </aside>
  );
}
