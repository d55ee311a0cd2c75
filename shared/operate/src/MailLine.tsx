import { atTime } from '@space/domain';
import type { MailState } from '@space/store/operator';
import { Notice } from '@space/ui';
import styles from './OperatePage.module.css';

/** The state of the mail queue: a plain line, or a notice if mail cannot be sent. */
export function MailLine({ mail }: { mail: MailState }) {
  const { waiting, sent, failed, isFailing, lastFailure } = mail;
  const counts = `Mail since the start: ${sent} sent, ${failed} given up, ${waiting} waiting.`;
  const failure = lastFailure && `Last failure at ${atTime(lastFailure.at)}: ${lastFailure.reason}.`;
  if (isFailing)
    return (
      <Notice tone="danger">
        <p>{counts}</p>
        <p>{failure}</p>
      </Notice>
    );
  return <p className={styles.when}>{[counts, failure].filter(Boolean).join(' ')}</p>;
}
