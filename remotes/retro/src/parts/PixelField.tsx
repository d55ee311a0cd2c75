import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import styles from './PixelField.module.css';
import bevel from './bevel.module.css';

interface PixelFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** A button at the end of the field. */
  children?: ReactNode;
}

export function PixelField({ label, error, ref, children, ...input }: PixelFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <input
          {...input}
          ref={ref}
          id={id}
          className={`${bevel.bevel} ${styles.input}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {children}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
