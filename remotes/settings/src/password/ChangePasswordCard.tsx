import { useRef, useState } from 'react';
import { MESSAGES, newPasswordSchema, validate } from '@space/domain';
import type { ValidationIssue } from '@space/domain';
import { notify, session } from '@space/platform';
import { TextField, fieldError } from '@space/ui';
import { Card } from '../parts/Card.tsx';
import { CardForm } from '../parts/CardForm.tsx';
import { passwordNotice } from './passwordNotice.ts';

interface ChangePasswordCardProps {
  email: string | null;
}

const EMPTY = { password: '', confirm: '' };

export function ChangePasswordCard({ email }: ChangePasswordCardProps) {
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
    const message = passwordNotice(outcome.error);
    refuse(message, message === MESSAGES.password.changeFailed ? [] : [{ path: 'password', message }]);
  };

  return (
    <Card title="Change Password" text="Your other devices are signed out when it changes.">
      <CardForm submitLabel="Change Password" isBusy={isSaving} onSubmit={() => void handleSubmit()}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
        <TextField
          ref={password}
          label="New Password"
          name="new-password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
          value={typed.password}
          error={fieldError(issues, 'password')}
          readOnly={isSaving}
          onChange={(event) => setTyped({ ...typed, password: event.target.value })}
        />
        <TextField
          ref={confirm}
          label="Confirm Password"
          name="confirm-password"
          type="password"
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
