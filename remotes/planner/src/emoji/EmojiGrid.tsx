import { memo, type Ref } from 'react';
import { EMOJI_CHOICES } from '@space/domain';
import styles from './EmojiGrid.module.css';

interface EmojiGridProps {
  id?: string;
  label: string;
  /** Hidden on a phone. */
  isFolded?: boolean;
  chosen: string | null;
  onChoose: (emoji: string) => void;
  ref?: Ref<HTMLDivElement>;
}

/** The sixteen choices as buttons, each with an accessible name. */
export const EmojiGrid = memo(function EmojiGrid(props: EmojiGridProps) {
  const { id, label, isFolded = false, chosen, onChoose, ref } = props;
  return (
    <div
      ref={ref}
      id={id}
      role="group"
      aria-label={label}
      className={styles.grid}
      data-folded={isFolded || undefined}
    >
      {EMOJI_CHOICES.map(({ emoji, name }) => (
        <button
          key={emoji}
          type="button"
          className={styles.choice}
          aria-label={name}
          title={name}
          aria-pressed={emoji === chosen}
          onClick={() => onChoose(emoji)}
        >
          <span aria-hidden="true">{emoji}</span>
        </button>
      ))}
    </div>
  );
});
