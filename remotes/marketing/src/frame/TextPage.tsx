import type { ReactNode } from 'react';
import { MarketingFrame } from './MarketingFrame.tsx';
import styles from './TextPage.module.css';

interface TextPageProps {
  title: string;
  /** One or two sentences under the title. */
  lead: string;
  children: ReactNode;
}

/** A page to read: a large title, a sentence that says what it is about, and the text. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <MarketingFrame>
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p>{lead}</p>
        </header>
        {children}
      </article>
    </MarketingFrame>
  );
}
