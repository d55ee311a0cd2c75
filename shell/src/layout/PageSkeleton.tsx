import { Skeleton } from '@space/ui';
import styles from './PageSkeleton.module.css';

/** The frame of a page whose code or session is on its way. */
export function PageSkeleton() {
  return (
    <main id="main" className={styles.frame} aria-busy="true" aria-label="Loading page">
      <Skeleton lines={4} />
    </main>
  );
}
