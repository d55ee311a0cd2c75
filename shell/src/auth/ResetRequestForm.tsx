import { useEffect, useEffectEvent } from 'react';
import { Button, EmailField } from '@space/ui';
import { FormNotice } from './FormNotice.tsx';
import { LinkButton } from './LinkButton.tsx';
import { useMailRequest } from './useMailRequest.ts';
import styles from './AuthForm.module.css';

interface ResetRequestFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  onBack: () => void;
}

/** Requests a mail with a recovery link (rule password-reset). */
export function ResetRequestForm({ email, onEmailChange, onBack }: ResetRequestFormProps) {
  const form = useMailRequest('recovery');
  const focusFirstField = useEffectEvent(() => form.focus('email'));

  useEffect(() => focusFirstField(), []);

  return (
    <form className={styles.form} onSubmit={form.handleSubmit} noValidate aria-label="Reset your password">
      <EmailField
        {...form.field('email')}
        label="Email"
        value={email}
        onChange={(event) => onEmailChange(event.target.value)}
      />
      <FormNotice answer={form.answer} />
      <Button type="submit" look="primary" isBusy={form.isBusy} className={styles.submit}>
        {form.isBusy ? 'Loading...' : 'Email me a link'}
      </Button>
      <p className={styles.after}>
        <LinkButton onClick={onBack}>Back to Sign In</LinkButton>
      </p>
    </form>
  );
}
