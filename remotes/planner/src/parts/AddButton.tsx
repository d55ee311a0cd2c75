import type { Ref } from 'react';
import { Icon } from '@space/ui';
import styles from './AddButton.module.css';
import { heldPress } from './heldPress.ts';

interface AddButtonProps {
  ref: Ref<HTMLButtonElement>;
  label: string;
  /** The heading that says where something is added. */
  headingId: string;
  onClick: () => void;
}

/** The last line of a card: opens the place where something new is written. */
export function AddButton({ ref, label, headingId, onClick }: AddButtonProps) {
  return (
    <button
      {...heldPress}
      ref={ref}
      type="button"
      className={styles.add}
      data-print="off"
      data-action="add"
      aria-describedby={headingId}
      onClick={onClick}
    >
      <Icon name="plus" />
      {label}
    </button>
  );
}
