import { useEffect, useRef } from 'react';
import { Icon } from '@space/ui';
import styles from './EmojiChoices.module.css';
import { EmojiGrid } from './EmojiGrid.tsx';

interface EmojiChoicesProps {
  chosen: string | null;
  onChoose: (emoji: string | null) => void;
}

/** The emoji choices for an existing task, with a button to remove its emoji. Focuses the chosen one, else the first. */
export function EmojiChoices({ chosen, onChoose }: EmojiChoicesProps) {
  const gridRef = useRef<HTMLDivElement>(null);

  // Not a layout effect: it would run before the panel around the choices is shown, and hidden elements take no focus.
  useEffect(() => {
    const grid = gridRef.current;
    const start = grid?.querySelector<HTMLElement>('[aria-pressed="true"]') ?? grid?.querySelector('button');
    start?.focus();
  }, []);

  return (
    <div className={styles.choices}>
      <EmojiGrid ref={gridRef} label="Choose an emoji" chosen={chosen} onChoose={onChoose} />
      {chosen !== null && (
        <button type="button" className={styles.remove} onClick={() => onChoose(null)}>
          <Icon name="close" size={14} />
          Remove emoji
        </button>
      )}
    </div>
  );
}
