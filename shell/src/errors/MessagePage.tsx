import type { ReactNode } from 'react';
import { usePageTitle } from '@space/platform';
import { Brand } from '@space/ui';
import styles from './MessagePage.module.css';

interface MessagePageProps {
  title: string;
  text?: string;
  /** A drawing above the words: decoration. */
  art: ReactNode;
  /** What else there is to know, between the sentence and what can be done. */
  detail?: ReactNode;
  /** What can be done about it. */
  children: ReactNode;
}

/** A page with one message. It sets its own title, because no route stands behind it. */
export function MessagePage({ title, text, art, detail, children }: MessagePageProps) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      <main id="main" className={styles.main}>
        <div className={styles.art} aria-hidden="true">
          {art}
        </div>
        <h1 className={styles.title}>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
        {detail}
        <p className={styles.actions}>{children}</p>
      </main>
    </div>
  );
}
