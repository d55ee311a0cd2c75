import { useState } from 'react';
import { MESSAGES } from '@space/domain';
import { session, useSession } from '@space/platform';
import { Button, NewPasswordFields, Notice, useNewPassword } from '@space/ui';
import { CredentialsFields, useCredentials, type SignInMode } from '@space/ui/host';
import { useSite } from '../host/standaloneSite.ts';
import styles from './Page.module.css';

/** The host's own sign-in page. Mails link to it as well: it confirms an address and sets a new password. */
export function SignInPage() {
  const isRedeeming = useSession((state) => state.isRedeeming);
  const recovering = useSession((state) => state.recovering);
  if (isRedeeming) {
    return (
      <main id="main" className={styles.page} aria-busy="true">
        <h1 className={styles.title}>One moment</h1>
        <p className={styles.text}>{MESSAGES.links.checking}</p>
      </main>
    );
  }
  return (
    <main id="main" className={styles.page}>
      {recovering ? <NewPassword email={recovering.email} /> : <SignIn />}
    </main>
  );
}

function SignIn() {
  const [mode, setMode] = useState<SignInMode>('sign-in');
  const form = useCredentials(mode);
  const { title } = useSite();
  const linkNotice = useSession((state) => state.linkNotice);
  const isSignIn = mode === 'sign-in';
  const label = isSignIn ? 'Sign In' : 'Sign Up';
  return (
    <>
      <h1 className={styles.title}>{label}</h1>
      <p className={styles.text}>To use {title} by itself.</p>
      {linkNotice && (
        <Notice tone={linkNotice.kind === 'confirmed' ? 'success' : 'danger'} role="status">
          {linkNotice.message}
        </Notice>
      )}
      <form className={styles.form} onSubmit={form.handleSubmit} noValidate aria-label={label}>
        <CredentialsFields form={form} mode={mode} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {label}
        </Button>
      </form>
      <p className={styles.actions}>
        <Button onClick={() => setMode(isSignIn ? 'sign-up' : 'sign-in')}>
          {isSignIn ? "Don't have an account? Sign Up" : 'Already have an account? Sign In'}
        </Button>
      </p>
    </>
  );
}

/** The form for a new password, for a user who has opened a recovery link (rule password-reset). */
function NewPassword({ email }: { email: string | null }) {
  const form = useNewPassword('finishRecovery');
  const title = 'Choose a new password';
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <form className={styles.form} onSubmit={form.handleSubmit} noValidate aria-label={title}>
        <NewPasswordFields form={form} email={email} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          Change Password
        </Button>
        <Button onClick={() => session.getState().cancelRecovery()}>Cancel</Button>
      </form>
    </>
  );
}
