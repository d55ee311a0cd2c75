import type { ReactNode } from 'react';
import { Link } from '@space/platform';
import styles from './Button.module.css';

interface ButtonLinkProps {
  to: string;
  look?: 'primary' | 'quiet';
  children: ReactNode;
}

/** A link that looks like a button: for going somewhere, where a button would be for doing something. */
export function ButtonLink({ to, look = 'quiet', children }: ButtonLinkProps) {
  return (
    <Link to={to} className={styles.button} data-look={look}>
      {children}
    </Link>
  );
}
