import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { IconName } from '../icon/iconPaths.ts';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** None while no one looks at the button. */
  icon?: IconName;
  isFilled?: boolean;
  /** Shown in place of the icon. */
  children?: ReactNode;
  /** The button's name, also shown to a resting mouse. */
  label: string;
  tone?: 'plain' | 'danger';
  /** Work is under way: presses are ignored, the button keeps its focus (never `disabled`). */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A quiet button that shows an icon alone, or something as small in its place. */
export function IconButton({
  icon,
  isFilled = false,
  label,
  tone = 'plain',
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={[styles.button, className].filter(Boolean).join(' ')}
      aria-label={label}
      title={label}
      data-tone={tone}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (!isBusy) onClick?.(event);
      }}
    >
      {children ?? (icon && <Icon name={icon} isFilled={isFilled} />)}
    </button>
  );
}
