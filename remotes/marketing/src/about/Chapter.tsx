import type { ReactNode } from 'react';
import styles from './Chapter.module.css';

interface ChapterProps {
  title: string;
  children: ReactNode;
}

/** A part of a longer text: its heading beside it where there is room, above it otherwise. */
export function Chapter({ title, children }: ChapterProps) {
  return (
    <section className={styles.chapter}>
      <h2>{title}</h2>
      <div className={styles.text}>{children}</div>
    </section>
  );
}
