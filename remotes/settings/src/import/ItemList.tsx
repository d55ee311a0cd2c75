import type { ReactNode } from 'react';
import styles from './ItemList.module.css';

interface Item {
  emoji?: string | null;
  title: string;
  /** What stands beside it: its day, or why it does not come. */
  about: string;
}

interface ItemListProps {
  summary: ReactNode;
  items: readonly Item[];
  isOpen?: boolean;
}

/** More would be slow to show, and no one reads them. */
const MOST_SHOWN = 100;
const MOST_LETTERS = 200;

const shorten = (text: string): string => {
  const letters = [...text.slice(0, MOST_LETTERS * 2)];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : text;
};

/** Tasks of a file under a line that opens them. */
export function ItemList({ summary, items, isOpen = false }: ItemListProps) {
  if (items.length === 0) return null;
  return (
    <details className={styles.details} open={isOpen}>
      <summary>{summary}</summary>
      <ul className={styles.list}>
        {items.slice(0, MOST_SHOWN).map(({ emoji, title, about }, index) => (
          // The list never changes its order, and nothing else tells two tasks of the same words.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span className={styles.title}>
              {emoji} {shorten(title) || 'Without a title'}
            </span>
            <span className={styles.about}>{shorten(about)}</span>
          </li>
        ))}
      </ul>
      {items.length > MOST_SHOWN && <p>And {items.length - MOST_SHOWN} more.</p>}
    </details>
  );
}
