import { useId, type ReactNode } from 'react';
import styles from './TextField.module.css';

/** What every kind of field takes beside what its input takes. */
export interface FieldProps {
  label: string;
  /** Shown under the field and read with it. */
  error?: string | undefined;
  hint?: string;
}

/** What ties an input to its label, hint and error: to be spread onto it. */
export interface FieldInputProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** What else describes the input. */
  describedBy?: string | undefined;
  children: (input: FieldInputProps) => ReactNode;
}

/** A field's label, hint and error around its input, wired for assistive technology. */
export function Field({ label, error, hint, describedBy, children }: FieldFrameProps) {
  const id = useId();
  const describers = [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describers || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
