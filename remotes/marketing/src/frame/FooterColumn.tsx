import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './SiteFooter.module.css';

interface FooterColumnProps {
  title: string;
  /** One `li` a link. */
  children: ReactNode;
}

/** Some of the footer's links, named by a word above them. */
export function FooterColumn({ title, children }: FooterColumnProps) {
  const id = useId();
  return (
    <div>
      <p id={id} className={styles.title}>
        {title}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  );
}
