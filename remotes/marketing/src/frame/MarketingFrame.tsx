import type { ReactNode } from 'react';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import styles from './MarketingFrame.module.css';

interface MarketingFrameProps {
  children: ReactNode;
}

/** The frame of every public page: header and footer, over the night sky. */
export function MarketingFrame({ children }: MarketingFrameProps) {
  return (
    <div className={styles.frame}>
      <SiteHeader />
      <main id="main" className={styles.main}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
