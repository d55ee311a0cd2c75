import type { InputHTMLAttributes } from 'react';
import styles from './Checkbox.module.css';

interface CheckboxProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'className' | 'checked' | 'onChange'
> {
  isChecked: boolean;
  /** Work is under way: presses are ignored, the focus stays. */
  isBusy?: boolean;
  onToggle: () => void;
}

/** A real checkbox, drawn round. It shows what is true, not what was pressed: `isChecked` decides. */
export function Checkbox({ isChecked, isBusy = false, onToggle, ...rest }: CheckboxProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      className={styles.checkbox}
      checked={isChecked}
      aria-disabled={isBusy || undefined}
      onChange={() => {
        if (!isBusy) onToggle();
      }}
    />
  );
}
