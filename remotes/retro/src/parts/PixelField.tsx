import { useId } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import styles from './PixelField.module.css';
import bevel from './bevel.module.css';

interface PixelFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled text field with its error under it. */
export function PixelField({ label, error, ref, ...input }: PixelFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={ref}
        id={id}
        className={`${bevel.bevel} ${styles.input}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
