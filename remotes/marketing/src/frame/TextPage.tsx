import type { ReactNode } from 'react';
import { MarketingFrame } from './MarketingFrame.tsx';
import styles from './TextPage.module.css';

interface TextPageProps {
  title: string;
  /** One or two sentences under the title. */
  lead: string;
  children: ReactNode;
}

/** A page to read: one column of a comfortable width. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <MarketingFrame>
      <article className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </article>
    </MarketingFrame>
  );
}
