import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Icon, Popover } from '@space/ui';
import { EmojiGrid } from './EmojiGrid.tsx';
import styles from './EmojiPicker.module.css';

interface EmojiPickerProps {
  anchorRef: RefObject<HTMLElement | null>;
  chosen: string | null;
  onChoose: (emoji: string | null) => void;
  onClose: () => void;
}

/** The choices for a task that exists, in a panel at its button. */
export function EmojiPicker({ anchorRef, chosen, onChoose, onClose }: EmojiPickerProps) {
  const gridRef = useRef<HTMLDivElement>(null);

  // Not a layout effect: those run before the panel around the choices is shown, and what is hidden takes no focus.
  useEffect(() => {
    const grid = gridRef.current;
    const start = grid?.querySelector<HTMLElement>('[aria-pressed="true"]') ?? grid?.querySelector('button');
    start?.focus();
  }, []);

  function handleChoose(emoji: string | null) {
    anchorRef.current?.focus();
    onClose();
    if (emoji !== chosen) onChoose(emoji);
  }

  return (
    <Popover anchorRef={anchorRef} onClose={onClose}>
      <div className={styles.picker}>
        <EmojiGrid ref={gridRef} label="Choose an emoji" chosen={chosen} onChoose={handleChoose} />
        {chosen !== null && (
          <button type="button" className={styles.remove} onClick={() => handleChoose(null)}>
            <Icon name="close" size={14} />
            Remove emoji
          </button>
        )}
      </div>
    </Popover>
  );
}
