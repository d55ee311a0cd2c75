import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from '@space/platform';
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

interface ButtonLinkProps {
  to: string;
  look?: 'primary' | 'quiet';
  size?: 'm' | 'l';
  /** Passed to the target page as history state, not in the address. */
  state?: unknown;
  /** Replaces this page in the history. */
  replace?: boolean;
  children: ReactNode;
}

/** A link that looks like a button: for navigation, whereas a button is for an action. */
export function ButtonLink({
  to,
  look = 'quiet',
  size = 'm',
  state,
  replace = false,
  children,
}: ButtonLinkProps) {
  return (
    <Link to={to} state={state} replace={replace} className={styles.button} data-look={look} data-size={size}>
      {children}
    </Link>
  );
}
