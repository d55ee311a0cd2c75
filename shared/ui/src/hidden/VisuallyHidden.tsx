import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text only for assistive technology, in addition to a visible colour or picture. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
