import type { RefObject } from 'react';
import { Popover } from '@space/ui';
import styles from './EmojiPicker.module.css';
import { EmojiChoices } from './EmojiChoices.tsx';

interface EmojiPickerProps {
  anchorRef: RefObject<HTMLElement | null>;
  chosen: string | null;
  onChoose: (emoji: string | null) => void;
  onClose: () => void;
}

/** The emoji choices in a popover that is anchored to their button. */
export function EmojiPicker({ anchorRef, chosen, onChoose, onClose }: EmojiPickerProps) {
  function handleChoose(emoji: string | null) {
    anchorRef.current?.focus();
    onClose();
    if (emoji !== chosen) onChoose(emoji);
  }

  return (
    <Popover anchorRef={anchorRef} onClose={onClose}>
      <div className={styles.picker}>
        <EmojiChoices chosen={chosen} onChoose={handleChoose} />
      </div>
    </Popover>
  );
}
