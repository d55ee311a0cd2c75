import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { MESSAGES, authNotice, credentialsSchema, validate, validateSignIn } from '@space/domain';
import type { ValidationIssue } from '@space/domain';
import { notify, session } from '@space/platform';
import { Button, PasswordField, TextField, fieldError } from '@space/ui';
import styles from './Page.module.css';

export type SignInMode = 'sign-in' | 'sign-up';

interface CredentialsFormProps {
  mode: SignInMode;
}

/** Email and password, under the site's rules. Where to go next is the guard's decision. */
export function CredentialsForm({ mode }: CredentialsFormProps) {
  const [issues, setIssues] = useState<readonly ValidationIssue[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const isSignIn = mode === 'sign-in';
  const label = isSignIn ? 'Sign In' : 'Sign Up';

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const typed = { email: email.current?.value ?? '', password: password.current?.value ?? '' };
    const checked = isSignIn ? validateSignIn(typed) : validate(credentialsSchema, typed);
    setIssues(checked.ok ? [] : checked.issues);
    if (!checked.ok) {
      notify.error(checked.message);
      (checked.issues[0]?.path === 'password' ? password : email).current?.focus();
      return;
    }
    setIsBusy(true);
    const { signIn, signUp } = session.getState();
    const outcome = await (isSignIn ? signIn(checked.value) : signUp(checked.value));
    setIsBusy(false);
    if (!outcome.ok) {
      const answer = outcome.error.kind === 'network' ? {} : outcome.error;
      return notify.error(authNotice(answer, MESSAGES.auth.failed));
    }
    const { welcomeBack, created, createdVerifyEmail } = MESSAGES.auth;
    if (isSignIn) notify.success(welcomeBack);
    else notify.success(outcome.user ? created : createdVerifyEmail);
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
        error={fieldError(issues, 'email')}
      />
      <PasswordField
        ref={password}
        label="Password"
        name="password"
        autoComplete={isSignIn ? 'current-password' : 'new-password'}
        readOnly={isBusy}
        error={fieldError(issues, 'password')}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {label}
      </Button>
    </form>
  );
}
