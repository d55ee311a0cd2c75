import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

interface VisuallyHiddenProps {
  /** For `aria-describedby` and the like. */
  id?: string;
  children: ReactNode;
}

/** Words for assistive technology alone, where sighted people have a colour or a picture. */
export function VisuallyHidden({ id, children }: VisuallyHiddenProps) {
  return (
    <span id={id} className={styles.hidden}>
      {children}
    </span>
  );
}
