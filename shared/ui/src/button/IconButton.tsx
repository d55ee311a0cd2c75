import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type IconName } from '../icon/Icon.tsx';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** Absent while the button is out of view. */
  icon?: IconName;
  isFilled?: boolean;
  /** Shown in place of the icon. */
  children?: ReactNode;
  /** The button's accessible name, also its tooltip. */
  label: string;
  tone?: 'plain' | 'danger';
  /** Whether its action is running: clicks are ignored, the button keeps its focus (never `disabled`). */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A subtle button that shows only an icon, or other content as small as an icon. */
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
