import { useEffect, useEffectEvent } from 'react';
import { session } from '@space/platform';
import { Button, NewPasswordFields, useNewPassword } from '@space/ui';
import { LinkButton } from './LinkButton.tsx';
import styles from './AuthForm.module.css';

interface NewPasswordFormProps {
  /** Whose password is set. */
  email: string | null;
  onCancel: () => void;
}

/**
 * The new password of a user who has come by a recovery link (rule password-reset), under the rules of the settings' form.
 */
export function NewPasswordForm({ email, onCancel }: NewPasswordFormProps) {
  const form = useNewPassword('finishRecovery');
  const start = useEffectEvent(() => form.focus('password'));

  useEffect(() => start(), []);

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
