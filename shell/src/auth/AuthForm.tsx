import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { PATHS } from '@space/domain';
import { notify, session } from '@space/platform';
import { Button, Notice, PasswordField, TextField } from '@space/ui';
import { LinkButton } from './LinkButton.tsx';
import { submitCredentials } from './submitCredentials.ts';
import type { SubmitResult } from './submitCredentials.ts';
import type { AuthMode } from './submitCredentials.ts';
import styles from './AuthForm.module.css';

interface AuthFormProps {
  mode: AuthMode;
  email: string;
  onEmailChange: (email: string) => void;
  onForgotten: () => void;
}

/** Email and password. What was typed stays, whatever the answer; where to go next is the guard's decision. */
export function AuthForm({ mode, email, onEmailChange, onForgotten }: AuthFormProps) {
  const [result, setResult] = useState<SubmitResult | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const label = mode === 'sign-in' ? 'Sign In' : 'Sign Up';
  const errors = result?.errors ?? {};
  const isRefused = result?.tone === 'error' && !errors.email && !errors.password;

  // The first thing to do here. After a change of page the focus is on the heading, as everywhere.
  useEffect(() => emailField.current?.focus(), []);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const typed = { email, password: passwordField.current?.value ?? '' };
    const answer = await submitCredentials(
      mode,
      typed,
      session.getState(),
      location.origin + PATHS.dashboard,
    );
    setIsBusy(false);
    setResult(answer);
    notify[answer.tone](answer.message);
    if (answer.errors.email) emailField.current?.focus();
    else if (answer.errors.password) passwordField.current?.focus();
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void handleSubmit(event)}
      noValidate
      aria-label={label}
    >
      <TextField
        ref={emailField}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => onEmailChange(event.target.value)}
        readOnly={isBusy}
        error={errors.email}
      />
      <div>
        <PasswordField
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
          readOnly={isBusy}
          error={errors.password}
          {...(mode === 'sign-up' && {
            hint: 'At least 8 characters, with upper and lower case and a number.',
          })}
        />
        {mode === 'sign-in' && (
          <p className={styles.aside}>
            <LinkButton onClick={onForgotten}>Forgot password?</LinkButton>
          </p>
        )}
      </div>
      {isRefused && <Notice tone="danger">{result.message}</Notice>}
      <Button type="submit" look="primary" isBusy={isBusy} className={styles.submit}>
        {isBusy ? 'Loading...' : label}
      </Button>
    </form>
  );
}
