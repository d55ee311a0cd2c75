import type { ReactNode } from 'react';
import { MarketingFrame } from './MarketingFrame.tsx';
import styles from './TextPage.module.css';

interface TextPageProps {
  title: string;
  lead: ReactNode;
  /** A drawing beside the title, or below it if there is no room. */
  art?: ReactNode;
  isCentred?: boolean;
  children: ReactNode;
}

export function TextPage({ title, lead, art, isCentred = false, children }: TextPageProps) {
  return (
    <MarketingFrame>
      <article className={styles.page}>
        <header className={styles.head} data-centred={isCentred || undefined}>
          <div>
            <h1>{title}</h1>
            <p>{lead}</p>
          </div>
          {art}
        </header>
        {children}
      </article>
    </MarketingFrame>
  );
}
