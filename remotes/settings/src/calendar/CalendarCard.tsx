import { useEffect, useState } from 'react';
import { MESSAGES } from '@space/domain';
import { onReturn } from '@space/platform';
import { Card, LoadFailure, Skeleton } from '@space/ui';
import { AddressState } from './AddressState.tsx';
import styles from './CalendarCard.module.css';
import { feedsUrlOfSite } from './feedsUrlOfSite.ts';
import { useCalendar } from './useCalendar.ts';

/** The feed address for calendar apps (rule calendar-feed). Renders nothing if this site serves no feeds. */
export function CalendarCard() {
  const [feedsUrl] = useState(feedsUrlOfSite);
  const [hasRetried, setHasRetried] = useState(false);
  const isKnown = useCalendar((state) => state.isKnown);
  const isLoading = useCalendar((state) => state.isLoading);
  const hasFailed = useCalendar((state) => state.hasFailed);
  const load = useCalendar((state) => state.load);
  const forgetSecret = useCalendar((state) => state.forgetSecret);

  useEffect(() => {
    if (feedsUrl === null) return undefined;
    void load();
    const stop = onReturn(() => void load());
    return () => {
      stop();
      forgetSecret();
    };
  }, [feedsUrl, load, forgetSecret]);

  const handleRetry = () => {
    setHasRetried(true);
    void load();
  };

  if (feedsUrl === null) return null;
  return (
    <Card
      title="Calendar feed"
      text="Your tasks in Google Calendar, Apple Calendar, Thunderbird and others, which look for changes by themselves. Anyone who has the address can read your tasks."
      isBusy={isLoading && !isKnown}
    >
      <div className={styles.place}>
        {isKnown && <AddressState feedsUrl={feedsUrl} isAfterRetry={hasRetried} />}
        {!isKnown && hasFailed && (
          <LoadFailure message={MESSAGES.calendar.loadFailed} isRetrying={isLoading} onRetry={handleRetry} />
        )}
        {!isKnown && !hasFailed && <Skeleton lines={2} />}
      </div>
    </Card>
  );
}
