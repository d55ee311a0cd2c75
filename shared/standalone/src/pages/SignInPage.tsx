import { useState } from 'react';
import { MESSAGES } from '@space/domain';
import { useSession } from '@space/platform';
import { Button, Notice } from '@space/ui';
import { useSite } from '../host/siteContext.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import type { SignInMode } from './CredentialsForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import styles from './Page.module.css';

/**
 * The sign-in page of a remote that has none: the host's own, plain, for use and trial. Mails lead here as well, so it
 * confirms an address and sets a new password; Google and the request for such a mail are the whole site's.
 */
export function SignInPage() {
  const [mode, setMode] = useState<SignInMode>('sign-in');
  const { title } = useSite();
  const isRedeeming = useSession((state) => state.isRedeeming);
  const recovering = useSession((state) => state.recovering);
  const linkNotice = useSession((state) => state.linkNotice);
  const isSignIn = mode === 'sign-in';

  if (isRedeeming) {
    return (
      <main id="main" className={styles.page} aria-busy="true">
        <h1 className={styles.title}>One moment</h1>
        <p className={styles.text}>{MESSAGES.links.checking}</p>
      </main>
    );
  }
  if (recovering) {
    return (
      <main id="main" className={styles.page}>
        <h1 className={styles.title}>Choose a new password</h1>
        <NewPasswordForm email={recovering.email} />
      </main>
    );
  }
  return (
    <main id="main" className={styles.page}>
      <h1 className={styles.title}>{isSignIn ? 'Sign In' : 'Sign Up'}</h1>
      <p className={styles.text}>To use {title} by itself.</p>
      {linkNotice && (
        <Notice tone={linkNotice.kind === 'confirmed' ? 'success' : 'danger'} role="status">
          {linkNotice.message}
        </Notice>
      )}
      <CredentialsForm mode={mode} />
      <p className={styles.actions}>
        <Button onClick={() => setMode(isSignIn ? 'sign-up' : 'sign-in')}>
          {isSignIn ? "Don't have an account? Sign Up" : 'Already have an account? Sign In'}
        </Button>
      </p>
    </main>
  );
}
