import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { MESSAGES, newPasswordSchema, passwordFailure, validate, withReason } from '@space/domain';
import { session } from '@space/platform';
import { Icon } from '../icon/Icon.tsx';
import { Field, type FieldProps } from './TextField.tsx';
import styles from './PasswordField.module.css';
import field from './TextField.module.css';
import { useForm } from '../form/useForm.ts';

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

/**
 * The form for a new password, typed twice: for the signed-in user, or after a recovery link. Takes
 * the name of the session action; returns the form, which is cleared once the password is changed.
 */
export function useNewPassword(action: 'changePassword' | 'finishRecovery') {
  return useForm({
    names: ['password', 'confirm'],
    check: (typed) => validate(newPasswordSchema, typed),
    async send({ password }, form) {
      const outcome = await session.getState()[action](password);
      if (outcome.ok) {
        form.reset();
        return { tone: 'success', message: MESSAGES.password.changed };
      }
      // The session of the recovery link is over, not that of a signed-in user.
      if (action === 'finishRecovery' && outcome.error.kind === 'auth') {
        return { tone: 'error', message: withReason(MESSAGES.password.changeFailed, MESSAGES.links.invalid) };
      }
      const { notice, refusal } = passwordFailure(outcome.error, navigator.onLine);
      const issues = refusal === null ? [] : [{ path: 'password', message: refusal }];
      return { tone: 'error', message: notice, issues };
    },
  });
}

interface NewPasswordFieldsProps {
  form: ReturnType<typeof useNewPassword>;
  /** The email of the account. */
  email: string | null;
  hint?: string;
  /** A further description of the password, shown below its field. */
  rules?: { id: string; content: ReactNode };
  onPasswordChange?: (password: string) => void;
}

/** The two fields for a new password. */
export function NewPasswordFields({ form, email, hint, rules, onPasswordChange }: NewPasswordFieldsProps) {
  return (
    <>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        {...(hint !== undefined && { hint })}
        label="New Password"
        name="new-password"
        autoComplete="new-password"
        aria-describedby={rules?.id}
        onChange={(event) => onPasswordChange?.(event.target.value)}
      />
      {rules?.content}
      <PasswordField
        {...form.field('confirm')}
        label="Confirm Password"
        name="confirm-password"
        autoComplete="new-password"
      />
    </>
  );
}
