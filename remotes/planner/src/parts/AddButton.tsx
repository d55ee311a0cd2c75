import type { Ref } from 'react';
import { Icon } from '@space/ui';
import styles from './AddButton.module.css';
import { pressCapture } from './pressCapture.ts';

interface AddButtonProps {
  ref: Ref<HTMLButtonElement>;
  label: string;
  /** The heading that says where something is added. */
  headingId: string;
  onClick: () => void;
}

/** The last line of a card: the button that opens the form for something new. */
export function AddButton({ ref, label, headingId, onClick }: AddButtonProps) {
  return (
    <button
      {...pressCapture}
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
