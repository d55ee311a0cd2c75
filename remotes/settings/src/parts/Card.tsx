import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Card.module.css';

interface CardProps {
  title: string;
  text: string;
  isBusy?: boolean;
  children: ReactNode;
}

/** One group of settings, named by its heading. */
export function Card({ title, text, isBusy = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id} aria-busy={isBusy}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  );
}
