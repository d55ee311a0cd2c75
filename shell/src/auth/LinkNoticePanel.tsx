import { useState } from 'react';
import { MESSAGES } from '@space/domain';
import { session, useSession } from '@space/platform';
import { Button, Notice } from '@space/ui';
import { ResendForm } from './ResendForm.tsx';
import styles from './LinkNoticePanel.module.css';

/** The result of a mail link that did not sign the visitor in, and how to continue (rule mail-links). */
export function LinkNoticePanel() {
  const notice = useSession((state) => state.linkNotice);
  const [isBusy, setIsBusy] = useState(false);
  if (!notice) return null;

  async function handleRetry() {
    if (notice?.kind !== 'unreachable') return;
    setIsBusy(true);
    await session.getState().redeemLink(notice.link);
    setIsBusy(false);
  }

  return (
    <section className={styles.panel} aria-label="About your link">
      <Notice
        tone={notice.kind === 'confirmed' ? 'success' : 'danger'}
        role="status"
        {...(notice.kind === 'unreachable' && {
          actions: (
            <Button isBusy={isBusy} onClick={() => void handleRetry()}>
              {MESSAGES.remotes.retry}
            </Button>
          ),
        })}
      >
        {notice.message}
      </Notice>
      {notice.kind === 'invalid-link' && notice.resend === 'confirmation' && (
        <ResendForm email={notice.email} />
      )}
    </section>
  );
}
