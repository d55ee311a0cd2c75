import { useEffect, useState } from 'react';
import { MESSAGES, PATHS, authNotice, failureReason, withReason } from '@space/domain';
import { notify, session } from '@space/platform';
import { Button } from '@space/ui';
import styles from './AuthForm.module.css';

/** Redirects to Google, or says on this page that Google is switched off (rule google-sign-in). */
export function GoogleButton() {
  const [isBusy, setIsBusy] = useState(false);

  // The browser's Back button restores this page from the back-forward cache as it was left: still busy.
  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => {
      if (event.persisted) setIsBusy(false);
    };
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, []);

  async function handleClick() {
    setIsBusy(true);
    const outcome = await session.getState().signInWithGoogle(location.origin + PATHS.dashboard);
    if (outcome.ok) return;
    setIsBusy(false);
    const { disabled, failed } = MESSAGES.google;
    const { code, kind } = outcome.error;
    if (code === 'provider_disabled') notify.error(withReason(failed, disabled));
    else if (kind === 'rejected') notify.error(authNotice(outcome.error, failed));
    else notify.error(withReason(failed, failureReason(outcome.error, navigator.onLine)));
  }

  return (
    <Button className={styles.submit} isBusy={isBusy} onClick={() => void handleClick()}>
      Continue with Google
    </Button>
  );
}
