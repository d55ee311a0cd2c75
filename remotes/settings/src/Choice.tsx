import type { ComponentProps } from 'react';
import styles from './settings.module.css';

/** A checkbox or a radio button before its label. */
export function Choice({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      <span>{children}</span>
    </label>
  );
}
