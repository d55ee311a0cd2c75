import type { ReactNode } from 'react';
import { PasswordField } from '../field/PasswordField.tsx';
import type { useNewPassword } from './useNewPassword.ts';

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
