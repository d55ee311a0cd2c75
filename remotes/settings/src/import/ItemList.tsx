import type { ReactNode } from 'react';
import styles from './ItemList.module.css';

interface Item {
  emoji?: string | null;
  title: string;
  /** Shown beside the title: the day of the task, or why it is left out or refused. */
  detail: string;
}

interface ItemListProps {
  summary: ReactNode;
  items: readonly Item[];
  isOpen?: boolean;
}

/** Longer lists and texts are cut: they would be slow to render, and no one would read them. */
const MAX_SHOWN = 100;
const MAX_CHARACTERS = 200;

const shorten = (text: string): string => {
  const characters = [...text.slice(0, MAX_CHARACTERS * 2)];
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : text;
};

/** A collapsible list of tasks. */
export function ItemList({ summary, items, isOpen = false }: ItemListProps) {
  if (items.length === 0) return null;
  return (
    <details className={styles.details} open={isOpen}>
      <summary>{summary}</summary>
      <ul className={styles.list}>
        {items.slice(0, MAX_SHOWN).map(({ emoji, title, detail }, index) => (
          // The order of the list never changes, and two tasks can have the same texts.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span className={styles.title} dir="auto">
              {`${emoji ?? ''} ${shorten(title) || 'Without a title'}`}
            </span>
            <span className={styles.about}>{shorten(detail)}</span>
          </li>
        ))}
      </ul>
      {items.length > MAX_SHOWN && <p>{`And ${items.length - MAX_SHOWN} more.`}</p>}
    </details>
  );
}
