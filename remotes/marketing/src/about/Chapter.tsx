import type { ReactNode } from 'react';
import styles from './Chapter.module.css';

interface ChapterProps {
  title: string;
  children: ReactNode;
}

/** A part of a longer text, with its heading beside it, or above it if there is no room. */
export function Chapter({ title, children }: ChapterProps) {
  return (
    <section className={styles.chapter}>
      <h2>{title}</h2>
      <div className={styles.text}>{children}</div>
    </section>
  );
}
