import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

interface VisuallyHiddenProps {
  /** For attributes like `aria-describedby`. */
  id?: string;
  children: ReactNode;
}

/** Text only for assistive technology, in addition to a visible colour or picture. */
export function VisuallyHidden({ id, children }: VisuallyHiddenProps) {
  return (
    <span id={id} className={styles.hidden}>
      {children}
    </span>
  );
}
