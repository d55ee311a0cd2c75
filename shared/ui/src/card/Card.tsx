import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';

interface CardProps {
  /** The heading's id, for prerendered pages; elsewhere the card creates one. */
  headingId?: string;
  /** The card's heading, which also names its region. */
  title?: string;
  /** The name of the region of a card without a heading. */
  label?: string;
  /** A sentence under the heading. */
  text?: ReactNode;
  /** 'glow' for the main card of a page, 'danger' for actions that cannot be undone. */
  tone?: 'plain' | 'glow' | 'danger';
  isBusy?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A section with a heading on its own surface, above the sky. */
export function Card({
  title,
  label,
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
      aria-label={label}
      aria-labelledby={title && id}
      aria-busy={isBusy || undefined}
    >
      {title && (
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      )}
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}
