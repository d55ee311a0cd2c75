import { useEffect, useEffectEvent } from 'react';
import { PATHS } from '@space/domain';
import { Button } from '@space/ui';
import { CredentialsFields, useCredentials, type SignInMode } from '@space/ui/host';
import { FormNotice } from './FormNotice.tsx';
import { LinkButton } from './LinkButton.tsx';
import styles from './AuthForm.module.css';

interface AuthFormProps {
  mode: SignInMode;
  email: string;
  onEmailChange: (email: string) => void;
  onForgotten: () => void;
}

/** The form for email and password, with the server's response. */
export function AuthForm({ mode, email, onEmailChange, onForgotten }: AuthFormProps) {
  const form = useCredentials(mode, location.origin + PATHS.dashboard);
  const label = mode === 'sign-in' ? 'Sign In' : 'Sign Up';
  const { answer, isBusy } = form;

  // The first field gets the focus. After a navigation the heading gets it instead, as on every page.
  const focusFirstField = useEffectEvent(() => form.focus('email'));
  useEffect(() => focusFirstField(), []);

  return (
    <form className={styles.form} onSubmit={form.handleSubmit} noValidate aria-label={label}>
      <CredentialsFields
        form={form}
        mode={mode}
        email={{ value: email, onChange: (event) => onEmailChange(event.target.value) }}
        {...(mode === 'sign-up' && {
          hint: 'At least 8 characters, with upper and lower case and a number.',
        })}
      >
        {mode === 'sign-in' && (
          <p className={styles.aside}>
            <LinkButton onClick={onForgotten}>Forgot password?</LinkButton>
          </p>
        )}
      </CredentialsFields>
      {answer?.tone === 'error' && <FormNotice answer={answer} />}
      <Button type="submit" look="primary" isBusy={isBusy} className={styles.submit}>
        {isBusy ? 'Loading...' : label}
      </Button>
    </form>
  );
}
