import { useState, type InputHTMLAttributes, type Ref } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Field, type FieldProps } from './Field.tsx';
import field from './TextField.module.css';
import styles from './PasswordField.module.css';

interface PasswordFieldProps
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'> {
  autoComplete: 'current-password' | 'new-password';
  ref?: Ref<HTMLInputElement>;
}

/**
 * A labelled field for a password, which the user can make visible (WCAG 3.3.8). It is hidden at first; showing it keeps
 * the caret, the name for password managers and the text.
 */
export function PasswordField({ label, error, hint, ref, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} error={error} {...(hint && { hint })} describedBy={input['aria-describedby']}>
      {(inputProps) => (
        <div className={styles.box}>
          <input
            {...input}
            {...inputProps}
            ref={ref}
            type={isShown ? 'text' : 'password'}
            className={`${field.input} ${styles.input}`}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label="Show password"
            aria-controls={inputProps.id}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'eyeOff' : 'eye'} size={20} />
          </button>
        </div>
      )}
    </Field>
  );
}
