import type { ReactNode } from 'react';
import { toId } from './toId.ts';
import styles from './SiteFooter.module.css';

interface FooterColumnProps {
  title: string;
  /** One `li` per link. */
  children: ReactNode;
}

export function FooterColumn({ title, children }: FooterColumnProps) {
  const id = `footer-${toId(title)}`;
  return (
    <div>
      <p id={id} className={styles.title}>
        {title}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  );
}
