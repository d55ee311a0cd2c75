import { useState } from 'react';
import type { FormEvent } from 'react';
import { MESSAGES } from '@space/domain';
import { notify, session, useSession } from '@space/platform';
import { Button, TextField } from '@space/ui';
import styles from './LinkNoticePanel.module.css';

/** What became of a mail's link that did not sign the visitor in, and a way to a new one (D-12). */
export function LinkNoticePanel() {
  const notice = useSession((state) => state.linkNotice);
  const [isBusy, setIsBusy] = useState(false);
  if (!notice) return null;

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    if (isBusy || typeof email !== 'string' || email.trim() === '') return;
    setIsBusy(true);
    const outcome = await session.getState().resendConfirmation(email.trim());
    setIsBusy(false);
    if (outcome.ok) notify.success(MESSAGES.links.resent);
    else notify.error(outcome.error.message || MESSAGES.links.resendFailed);
  }

  return (
    <section className={styles.panel} aria-label="About your link">
      <p role="status" className={styles.message}>
        {notice.message}
      </p>
      {notice.kind === 'invalid-link' && (
        <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
          <TextField label="Send it again to" name="email" type="email" defaultValue={notice.email ?? ''} />
          <Button type="submit" isBusy={isBusy}>
            {MESSAGES.links.resend}
          </Button>
        </form>
      )}
    </section>
  );
}
