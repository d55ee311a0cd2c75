import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';

interface CardProps {
  /** The heading's id, for pages that are prerendered; elsewhere it makes one itself. */
  headingId?: string;
  /** The card's heading, which also names its region. */
  title: string;
  /** A sentence under the heading. */
  text?: ReactNode;
  /** 'glow' for the one card that should be looked at first, 'danger' for what cannot be undone. */
  tone?: 'plain' | 'glow' | 'danger';
  isBusy?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A titled group on a surface of its own, over the sky. */
export function Card({
  title,
  text,
  tone = 'plain',
  isBusy = false,
  className,
  headingId,
  children,
}: CardProps) {
  const ownId = useId();
  const id = headingId ?? ownId;
  return (
    <section
      className={[styles.card, className].filter(Boolean).join(' ')}
      data-tone={tone}
      aria-labelledby={id}
      aria-busy={isBusy || undefined}
    >
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}
