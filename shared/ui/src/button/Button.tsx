import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './Button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'quiet' | 'danger';
  /** Whether its action is running: clicks are ignored, the button keeps its size and its focus (never `disabled`). */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. `type` defaults to 'button', so that it never submits a form by accident. */
export function Button({
  look = 'quiet',
  isBusy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={[styles.button, className].filter(Boolean).join(' ')}
      data-look={look}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
