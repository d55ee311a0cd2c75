import type { ReactNode } from 'react';
import { MarketingFrame } from './MarketingFrame.tsx';
import styles from './TextPage.module.css';

interface TextPageProps {
  title: string;
  /** One or two sentences under the title. */
  lead: ReactNode;
  /** A drawing beside the title, or below it where there is no room beside. */
  art?: ReactNode;
  children: ReactNode;
}

/** A page to read: a large title, a sentence that says what it is about, and the text. */
export function TextPage({ title, lead, art, children }: TextPageProps) {
  return (
    <MarketingFrame>
      <article className={styles.page}>
        <header className={styles.head}>
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
