import { useId, useState } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import { Icon } from '../icon/Icon.tsx';
import field from './TextField.module.css';
import styles from './PasswordField.module.css';

interface PasswordFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'className' | 'type'
> {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** Shown under the field and read with it. */
  error?: string | undefined;
  hint?: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A labelled field for a password, which can be shown while it is typed (WCAG 3.3.8). Hidden at first; what is shown
 * keeps its place, its name for password managers and its text.
 */
export function PasswordField({ label, error, hint, ref, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  const describedBy = [input['aria-describedby'], hint && `${id}-hint`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          ref={ref}
          id={id}
          type={isShown ? 'text' : 'password'}
          className={`${field.input} ${styles.input}`}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-label="Show password"
          aria-controls={id}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} size={20} />
        </button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className={field.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
    </div>
  );
}
