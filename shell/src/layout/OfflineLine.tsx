import { useState } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { useIsOnline, useLocation } from '@space/platform';
import { Banner } from '../parts/parts.tsx';

/** Says that the network is gone, until dismissed or lost again; on the dashboard, the line of its week says so. */
export function OfflineLine() {
  const isOnline = useIsOnline();
  const isSaidByPage = useLocation().pathname === PATHS.dashboard;
  const [isDismissed, setIsDismissed] = useState(false);
  if (isOnline && isDismissed) setIsDismissed(false);
  return (
    <div role="status" data-print="off">
      {!isOnline && !isDismissed && !isSaidByPage && (
        <Banner action="Dismiss" onAction={() => setIsDismissed(true)}>
          <p>{MESSAGES.offline.now}</p>
        </Banner>
      )}
    </div>
  );
}
