import { useState } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { useIsOnline, useLocation } from '@space/platform';
import { Icon } from '@space/ui';
import styles from './OfflineLine.module.css';

/** Says that the network is gone, until dismissed or lost again; on the dashboard, the line of its week says so. */
export function OfflineLine() {
  const isOnline = useIsOnline();
  const isSaidByPage = useLocation().pathname === PATHS.dashboard;
  const [isDismissed, setIsDismissed] = useState(false);
  if (isOnline && isDismissed) setIsDismissed(false);
  return (
    <div role="status" data-print="off">
      {!isOnline && !isDismissed && !isSaidByPage && (
        <div className={styles.line}>
          <Icon name="warning" />
          <p className={styles.text}>{MESSAGES.offline.now}</p>
          <button type="button" className={styles.dismiss} onClick={() => setIsDismissed(true)}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  );
}
