import { useEffect, useRef } from 'react';
import { EMOJI_CHOICES } from '@space/domain';
import { Icon } from '@space/ui';
import styles from './parts.module.css';

interface EmojiGridProps {
  id?: string;
  label: string;
  /** Hidden on a phone. */
  isFolded?: boolean;
  chosen: string | null;
  onChoose: (emoji: string) => void;
}

/** The sixteen choices as buttons, each with an accessible name. */
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

interface EmojiChoicesProps {
  chosen: string | null;
  /** Called with the choice if it is another one than before, after `onClose`. */
  onChoose: (emoji: string | null) => void;
  onClose: () => void;
}

/** The emoji choices for an existing task, with a button to remove its emoji. Focuses the chosen one, else the first. */
export function EmojiChoices({ chosen, onChoose, onClose }: EmojiChoicesProps) {
  const ref = useRef<HTMLDivElement>(null);

  // Not a layout effect: it would run before the panel around the choices is shown, and hidden elements take no focus.
  useEffect(() => {
    const choice = ref.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    (choice ?? ref.current?.querySelector('button'))?.focus();
  }, []);

  function handleChoose(emoji: string | null) {
    onClose();
    if (emoji !== chosen) onChoose(emoji);
  }

  return (
    <div ref={ref} className={styles.choices}>
      <EmojiGrid label="Choose an emoji" chosen={chosen} onChoose={handleChoose} />
      {chosen !== null && (
        <button type="button" className={styles.remove} onClick={() => handleChoose(null)}>
          <Icon name="close" size={14} />
          Remove emoji
        </button>
      )}
    </div>
  );
}
