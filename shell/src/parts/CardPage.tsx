import type { ReactNode } from 'react';
import { Brand } from '@space/ui';
import styles from './CardPage.module.css';

interface CardPageProps {
  isBusy?: boolean;
  /** The card's own width, gaps and alignment. */
  className: string | undefined;
  children: ReactNode;
}

/** A page with a link home and one card over the sky. */
export function CardPage({ isBusy, className, children }: CardPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      <main id="main" className={`${styles.card} ${className}`} aria-busy={isBusy}>
        {children}
      </main>
    </div>
  );
}
