import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { MESSAGES, newPasswordSchema, passwordFailure, validate, withReason } from '@space/domain';
import type { ValidationIssue } from '@space/domain';
import { notify, session } from '@space/platform';
import { Button, PasswordField, fieldError } from '@space/ui';
import styles from './Page.module.css';

interface NewPasswordFormProps {
  /** Whose password is set. */
  email: string | null;
}

/** The new password of somebody who came by a recovery link (D-13). */
export function NewPasswordForm({ email }: NewPasswordFormProps) {
  const [issues, setIssues] = useState<readonly ValidationIssue[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const confirm = useRef<HTMLInputElement>(null);

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const typed = { password: password.current?.value ?? '', confirm: confirm.current?.value ?? '' };
    const checked = validate(newPasswordSchema, typed);
    setIssues(checked.ok ? [] : checked.issues);
    if (!checked.ok) {
      notify.error(checked.message);
      (checked.issues[0]?.path === 'confirm' ? confirm : password).current?.focus();
      return;
    }
    setIsBusy(true);
    const outcome = await session.getState().finishRecovery(checked.value.password);
    setIsBusy(false);
    const { changed, changeFailed } = MESSAGES.password;
    if (outcome.ok) return notify.success(changed);
    const isLinkOver = outcome.error.kind === 'auth';
    notify.error(
      isLinkOver
        ? withReason(changeFailed, MESSAGES.links.invalid)
        : passwordFailure(outcome.error, navigator.onLine).notice,
    );
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
        readOnly={isBusy}
        error={fieldError(issues, 'password')}
      />
      <PasswordField
        ref={confirm}
        label="Confirm Password"
        name="confirm-password"
        autoComplete="new-password"
        readOnly={isBusy}
        error={fieldError(issues, 'confirm')}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        Change Password
      </Button>
      <Button onClick={() => session.getState().cancelRecovery()}>Cancel</Button>
    </form>
  );
}
