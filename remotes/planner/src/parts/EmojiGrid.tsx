import { EMOJI_CHOICES } from '@space/domain';
import styles from './parts.module.css';

interface EmojiGridProps {
  id?: string;
  label: string;
  /** Hidden on a phone. */
  isFolded?: boolean;
  chosen: string | null;
  onChoose: (emoji: string) => void;
}

export function EmojiGrid({ id, label, isFolded = false, chosen, onChoose }: EmojiGridProps) {
  return (
    <div id={id} role="group" aria-label={label} className={styles.grid} data-folded={isFolded || undefined}>
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
}
