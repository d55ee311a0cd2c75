import type { ButtonHTMLAttributes } from 'react';
import styles from './Pixel.module.css';
import bevel from './bevel.module.css';

interface PixelButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  look?: 'primary' | 'quiet';
  /** Work is under way: clicks are ignored; the button keeps its size and its focus. */
  isBusy?: boolean;
}

export function PixelButton({
  look = 'quiet',
  isBusy = false,
  type = 'button',
  onClick,
  ...rest
}: PixelButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${bevel.bevel} ${styles.button}`}
      data-look={look}
      data-print="off"
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
