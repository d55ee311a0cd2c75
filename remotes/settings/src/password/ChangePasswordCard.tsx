import { useId, useRef, useState } from 'react';
import { MESSAGES, newPasswordSchema, passwordFailure, validate } from '@space/domain';
import type { ValidationIssue } from '@space/domain';
import { notify, session } from '@space/platform';
import { Card, PasswordField, fieldError } from '@space/ui';
import { CardForm } from '../parts/CardForm.tsx';
import { PasswordRules } from './PasswordRules.tsx';

interface ChangePasswordCardProps {
  email: string | null;
}

const EMPTY = { password: '', confirm: '' };

export function ChangePasswordCard({ email }: ChangePasswordCardProps) {
  const rulesId = useId();
  const [typed, setTyped] = useState(EMPTY);
  const [issues, setIssues] = useState<readonly ValidationIssue[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const confirm = useRef<HTMLInputElement>(null);

  const refuse = (message: string, reasons: readonly ValidationIssue[]) => {
    setIssues(reasons);
    notify.error(message);
    const [first] = reasons;
    if (first) (first.path === 'confirm' ? confirm : password).current?.focus();
  };

  const handleSubmit = async () => {
    const checked = validate(newPasswordSchema, typed);
    if (!checked.ok) return refuse(checked.message, checked.issues);
    setIssues([]);
    setIsSaving(true);
    const outcome = await session.getState().changePassword(checked.value.password);
    setIsSaving(false);
    if (outcome.ok) {
      setTyped(EMPTY);
      notify.success(MESSAGES.password.changed);
      return;
    }
    const { notice, judgement } = passwordFailure(outcome.error, navigator.onLine);
    refuse(notice, judgement === null ? [] : [{ path: 'password', message: judgement }]);
  };

  return (
    <Card title="Change Password" text="Your other devices are signed out when it changes.">
      <CardForm submitLabel="Change Password" isBusy={isSaving} onSubmit={() => void handleSubmit()}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          ref={password}
          label="New Password"
          name="new-password"
          autoComplete="new-password"
          aria-describedby={rulesId}
          value={typed.password}
          error={fieldError(issues, 'password')}
          readOnly={isSaving}
          onChange={(event) => setTyped({ ...typed, password: event.target.value })}
        />
        <PasswordRules id={rulesId} password={typed.password} />
        <PasswordField
          ref={confirm}
          label="Confirm Password"
          name="confirm-password"
          autoComplete="new-password"
          value={typed.confirm}
          error={fieldError(issues, 'confirm')}
          readOnly={isSaving}
          onChange={(event) => setTyped({ ...typed, confirm: event.target.value })}
        />
      </CardForm>
    </Card>
  );
}
