import { useEffect, useEffectEvent } from 'react';
import { session } from '@space/platform';
import { Button, NewPasswordFields, useNewPassword } from '@space/ui';
import { LinkButton } from './LinkButton.tsx';
import styles from './AuthForm.module.css';

interface NewPasswordFormProps {
  /** The account whose password is set. */
  email: string | null;
  onCancel: () => void;
}

/**
 * Sets the new password of a user who opened a recovery link (rule password-reset), with the checks of the settings' form.
 */
export function NewPasswordForm({ email, onCancel }: NewPasswordFormProps) {
  const form = useNewPassword('finishRecovery');
  const focusFirstField = useEffectEvent(() => form.focus('password'));

  useEffect(() => focusFirstField(), []);

  function handleCancel() {
    onCancel();
    session.getState().cancelRecovery();
  }

  return (
    <form className={styles.form} onSubmit={form.handleSubmit} noValidate aria-label="Choose a new password">
      <NewPasswordFields
        form={form}
        email={email}
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
      />
      <Button type="submit" look="primary" isBusy={form.isBusy} className={styles.submit}>
        {form.isBusy ? 'Loading...' : 'Change Password'}
      </Button>
      <p className={styles.after}>
        <LinkButton onClick={handleCancel}>Cancel</LinkButton>
      </p>
    </form>
  );
}
