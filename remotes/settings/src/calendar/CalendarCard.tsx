import { useEffect, useState } from 'react';
import { MESSAGES } from '@space/domain';
import { onReturn } from '@space/platform';
import { Card, LoadFailure, Skeleton } from '@space/ui';
import { AddressState } from './AddressState.tsx';
import styles from './CalendarCard.module.css';
import { feedsOfSite } from './feedAddress.ts';
import { useCalendar } from './useCalendar.ts';

/** The address by which other calendars show the tasks (rule calendar-feed), where this site has such addresses. */
export function CalendarCard() {
  const [feeds] = useState(feedsOfSite);
  const [hasRetried, setHasRetried] = useState(false);
  const isKnown = useCalendar((state) => state.isKnown);
  const isLoading = useCalendar((state) => state.isLoading);
  const hasFailed = useCalendar((state) => state.hasFailed);
  const load = useCalendar((state) => state.load);
  const forgetSecret = useCalendar((state) => state.forgetSecret);

  useEffect(() => {
    if (feeds === null) return undefined;
    void load();
    const stop = onReturn(() => void load());
    return () => {
      stop();
      forgetSecret();
    };
  }, [feeds, load, forgetSecret]);

  const handleRetry = () => {
    setHasRetried(true);
    void load();
  };

  if (feeds === null) return null;
  return (
    <Card
      title="Calendar feed"
      text="Your tasks in Google Calendar, Apple Calendar, Thunderbird and others, which look for changes by themselves. Anyone who has the address can read your tasks."
      isBusy={isLoading && !isKnown}
    >
      <div className={styles.place}>
        {isKnown && <AddressState feeds={feeds} isAfterRetry={hasRetried} />}
        {!isKnown && hasFailed && (
          <LoadFailure message={MESSAGES.calendar.loadFailed} isRetrying={isLoading} onRetry={handleRetry} />
        )}
        {!isKnown && !hasFailed && <Skeleton lines={2} />}
      </div>
    </Card>
  );
}
