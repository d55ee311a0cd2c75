import type { ReactNode } from 'react';
import { toId } from '../frame/toId.ts';
import styles from './Section.module.css';

interface SectionProps {
  title: string;
  text?: string;
  /** A limitation of the feature, below the text and less prominent. */
  note?: string;
  /** On a wide page, the text is beside the content instead of above it. */
  isSplit?: boolean;
  children: ReactNode;
}

/** One part of the landing page, named by its heading. */
export function Section({ title, text, note, isSplit = false, children }: SectionProps) {
  const id = toId(title);
  return (
    <section className={styles.section} aria-labelledby={id} data-split={isSplit || undefined}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {children}
    </section>
  );
}
