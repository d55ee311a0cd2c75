import type { ButtonHTMLAttributes } from 'react';
import styles from './LinkButton.module.css';

/** A button that looks like a link: it changes what this page shows and leads nowhere else. */
export function LinkButton(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'>) {
  return <button {...props} type="button" className={styles.link} />;
}
