import { useEffect } from 'react';
import type { ReactNode } from 'react';
import styles from './Page.module.css';

interface MessagePageProps {
  title: string;
  text: string;
  /** What can be done about it. */
  children: ReactNode;
}

/** A page with one message. It sets its own title, because no route stands behind it. */
export function MessagePage({ title, text, children }: MessagePageProps) {
  useEffect(() => {
    document.title = `Better Space — ${title}`;
  }, [title]);
  return (
    <main id="main" className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {text !== '' && <p className={styles.text}>{text}</p>}
      <p className={styles.actions}>{children}</p>
    </main>
  );
}
