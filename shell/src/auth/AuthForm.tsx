import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { PATHS } from '@space/domain';
import { notify, session } from '@space/platform';
import { Button, TextField } from '@space/ui';
import { submitCredentials } from './submitCredentials.ts';
import type { FieldErrors } from './submitCredentials.ts';
import type { AuthMode } from './AuthPage.tsx';
import styles from './AuthForm.module.css';

interface AuthFormProps {
  mode: AuthMode;
}

/** Email and password. What was typed stays, whatever the answer; where to go next is the guard's decision. */
export function AuthForm({ mode }: AuthFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const label = mode === 'sign-in' ? 'Sign In' : 'Sign Up';

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const typed = { email: email.current?.value ?? '', password: password.current?.value ?? '' };
    const result = await submitCredentials(
      mode,
      typed,
      session.getState(),
      location.origin + PATHS.dashboard,
    );
    setIsBusy(false);
    setErrors(result.errors);
    notify[result.tone](result.message);
    if (result.errors.email) email.current?.focus();
    else if (result.errors.password) password.current?.focus();
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void handleSubmit(event)}
      noValidate
      aria-label={label}
    >
      <TextField
        ref={email}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isBusy}
        error={errors.email}
      />
      <TextField
        ref={password}
        label="Password"
        name="password"
        type="password"
        autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
        readOnly={isBusy}
        error={errors.password}
        {...(mode === 'sign-up' && {
          hint: 'At least 8 characters, with upper and lower case and a number.',
        })}
      />
      <Button type="submit" look="primary" isBusy={isBusy} className={styles.submit}>
        {isBusy ? 'Loading...' : label}
      </Button>
    </form>
  );
}
