import type { ReactNode } from 'react';
import { usePageTitle } from '@space/platform';
import { Brand } from '@space/ui';
import styles from './MessagePage.module.css';

interface MessagePageProps {
  title: string;
  text?: string;
  /** A decorative drawing above the text. */
  art: ReactNode;
  /** More information, between the text and the actions. */
  detail?: ReactNode;
  /** The actions. */
  children: ReactNode;
}

/** A page with one message. It sets its own title, because it has no route. */
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
