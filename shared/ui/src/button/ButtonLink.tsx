import type { ReactNode } from 'react';
import { Link } from '@space/platform';
import styles from './Button.module.css';

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
