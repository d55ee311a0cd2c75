import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { MESSAGES, newPasswordSchema, passwordFailure, validate, withReason } from '@space/domain';
import type { ValidationIssue } from '@space/domain';
import { notify, session } from '@space/platform';
import { Button, PasswordField, fieldError } from '@space/ui';
import { LinkButton } from './LinkButton.tsx';
import styles from './AuthForm.module.css';

interface NewPasswordFormProps {
  /** Whose password is set. */
  email: string | null;
  onCancel: () => void;
}

/** The new password of somebody who came by a recovery link (D-13), under the rules of the settings' form. */
export function NewPasswordForm({ email, onCancel }: NewPasswordFormProps) {
  const [issues, setIssues] = useState<readonly ValidationIssue[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const confirm = useRef<HTMLInputElement>(null);

  useEffect(() => password.current?.focus(), []);

  function refuse(message: string, reasons: readonly ValidationIssue[]) {
    setIssues(reasons);
    notify.error(message);
    const [first] = reasons;
    if (first) (first.path === 'confirm' ? confirm : password).current?.focus();
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const typed = { password: password.current?.value ?? '', confirm: confirm.current?.value ?? '' };
    const checked = validate(newPasswordSchema, typed);
    if (!checked.ok) return refuse(checked.message, checked.issues);
    setIssues([]);
    setIsBusy(true);
    const outcome = await session.getState().finishRecovery(checked.value.password);
    setIsBusy(false);
    const { changed, changeFailed } = MESSAGES.password;
    if (outcome.ok) return notify.success(changed);
    // The link's session, not one that somebody has signed in to.
    if (outcome.error.kind === 'auth') return refuse(withReason(changeFailed, MESSAGES.links.invalid), []);
    const { notice, judgement } = passwordFailure(outcome.error, navigator.onLine);
    refuse(notice, judgement === null ? [] : [{ path: 'password', message: judgement }]);
  }

  function handleCancel() {
    onCancel();
    session.getState().cancelRecovery();
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void handleSubmit(event)}
      noValidate
      aria-label="Choose a new password"
    >
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        ref={password}
        label="New Password"
        name="new-password"
        autoComplete="new-password"
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        error={fieldError(issues, 'password')}
        readOnly={isBusy}
      />
      <PasswordField
        ref={confirm}
        label="Confirm Password"
        name="confirm-password"
        autoComplete="new-password"
        error={fieldError(issues, 'confirm')}
        readOnly={isBusy}
      />
      <Button type="submit" look="primary" isBusy={isBusy} className={styles.submit}>
        {isBusy ? 'Loading...' : 'Change Password'}
      </Button>
      <p className={styles.after}>
        <LinkButton onClick={handleCancel}>Cancel</LinkButton>
      </p>
    </form>
  );
}
