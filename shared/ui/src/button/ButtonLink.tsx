import type { ReactNode } from 'react';
import { Link } from '@space/platform';
import styles from './Button.module.css';

interface ButtonLinkProps {
  to: string;
  look?: 'primary' | 'quiet';
  size?: 'm' | 'l';
  /** Handed to the page it leads to, outside the address. */
  state?: unknown;
  /** Takes the place of this page in the history. */
  replace?: boolean;
  children: ReactNode;
}

/** A link that looks like a button: for going somewhere, where a button would be for doing something. */
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
