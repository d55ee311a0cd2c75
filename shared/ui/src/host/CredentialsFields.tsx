import type { ChangeEvent, ReactNode } from 'react';
import { EmailField } from '../field/EmailField.tsx';
import { PasswordField } from '../field/PasswordField.tsx';
import type { SignInMode, useCredentials } from './useCredentials.ts';

interface CredentialsFieldsProps {
  form: ReturnType<typeof useCredentials>;
  mode: SignInMode;
  hint?: string;
  /** The controlled value of the email field, if it outlives the form. */
  email?: { value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void };
  /** Shown directly below the password. */
  children?: ReactNode;
}

/** The fields for email and password. */
export function CredentialsFields({ form, mode, hint, email, children }: CredentialsFieldsProps) {
  return (
    <>
      <EmailField {...form.field('email')} {...email} label="Email" />
      <div>
        <PasswordField
          {...form.field('password')}
          {...(hint !== undefined && { hint })}
          label="Password"
          name="password"
          autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
        />
        {children}
      </div>
    </>
  );
}
