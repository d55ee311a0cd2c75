import type { InputHTMLAttributes } from 'react';
import styles from './Checkbox.module.css';

interface CheckboxProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'className' | 'checked' | 'onChange'
> {
  isChecked: boolean;
  /** A request is in flight: presses are ignored, the focus stays. */
  isBusy?: boolean;
  onToggle: () => void;
}

/** A native checkbox, drawn round. It shows the confirmed state, not the press: `isChecked` decides. */
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
