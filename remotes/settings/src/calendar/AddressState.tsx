import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onDay } from '@space/domain';
import { Button, Icon } from '@space/ui';
import styles from './CalendarCard.module.css';
import { EndAddressDialog, type Ending } from './EndAddressDialog.tsx';
import { NewAddress } from './NewAddress.tsx';
import { useCalendar } from './useCalendar.ts';

interface AddressStateProps {
  /** Where this site answers feeds. */
  feeds: string;
  /** It takes the place of a Retry button and, where that had it, its focus. */
  isAfterRetry: boolean;
}

/** Whether there is an address, and what can be done about it. */
export function AddressState({ feeds, isAfterRetry }: AddressStateProps) {
  const since = useCalendar((state) => state.since);
  const secret = useCalendar((state) => state.secret);
  const underWay = useCalendar((state) => state.underWay);
  const renew = useCalendar((state) => state.renew);
  const withdraw = useCalendar((state) => state.withdraw);
  const [asked, setAsked] = useState<Ending | null>(null);
  const hasWithdrawn = useRef(false);
  const first = useRef<HTMLButtonElement>(null);

  const takeLostFocus = () => {
    if (document.activeElement === document.body) first.current?.focus();
  };
  const handleShown = useEffectEvent(() => {
    if (isAfterRetry) takeLostFocus();
  });
  useEffect(() => handleShown(), []);
  useEffect(() => {
    if (since === null && hasWithdrawn.current) takeLostFocus();
    hasWithdrawn.current = false;
  }, [since]);

  const handleConfirm = () => {
    setAsked(null);
    hasWithdrawn.current = asked === 'withdraw';
    void (asked === 'renew' ? renew() : withdraw());
  };

  return (
    <>
      {secret === null ? (
        <p>{since === null ? 'No address is in use.' : `An address is in use since ${onDay(since)}.`}</p>
      ) : (
        <NewAddress key={secret} address={`${feeds}/${secret}.ics`} />
      )}
      <div className={styles.actions}>
        {since === null ? (
          <Button ref={first} isBusy={underWay !== null} onClick={() => void renew()}>
            <Icon name="calendar" />
            {underWay === 'renew' ? 'Creating…' : 'Create an address'}
          </Button>
        ) : (
          <>
            <Button
              ref={first}
              aria-haspopup="dialog"
              isBusy={underWay !== null}
              onClick={() => setAsked('renew')}
            >
              <Icon name="retry" />
              {underWay === 'renew' ? 'Renewing…' : 'Renew'}
            </Button>
            <Button
              look="danger"
              aria-haspopup="dialog"
              isBusy={underWay !== null}
              onClick={() => setAsked('withdraw')}
            >
              <Icon name="trash" />
              {underWay === 'withdraw' ? 'Withdrawing…' : 'Withdraw'}
            </Button>
          </>
        )}
      </div>
      {asked !== null && (
        <EndAddressDialog ending={asked} onClose={() => setAsked(null)} onConfirm={handleConfirm} />
      )}
    </>
  );
}
