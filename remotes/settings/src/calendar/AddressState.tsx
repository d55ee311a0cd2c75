import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onDay } from '@space/domain';
import { Button, Icon } from '@space/ui';
import styles from './CalendarCard.module.css';
import { EndAddressDialog, type Ending } from './EndAddressDialog.tsx';
import { NewAddress } from './NewAddress.tsx';
import { useCalendar } from './useCalendar.ts';

interface AddressStateProps {
  /** The URL under which this site serves calendar feeds. */
  feedsUrl: string;
  /** It replaces a Retry button, and takes the focus if that button had it. */
  isAfterRetry: boolean;
}

/** Shows whether there is an address, and the buttons to create, renew and withdraw it. */
export function AddressState({ feedsUrl, isAfterRetry }: AddressStateProps) {
  const since = useCalendar((state) => state.since);
  const secret = useCalendar((state) => state.secret);
  const underWay = useCalendar((state) => state.underWay);
  const renew = useCalendar((state) => state.renew);
  const withdraw = useCalendar((state) => state.withdraw);
  const [confirming, setConfirming] = useState<Ending | null>(null);
  const hasWithdrawn = useRef(false);
  const firstButton = useRef<HTMLButtonElement>(null);

  const restoreLostFocus = () => {
    if (document.activeElement === document.body) firstButton.current?.focus();
  };
  const handleShown = useEffectEvent(() => {
    if (isAfterRetry) restoreLostFocus();
  });
  useEffect(() => handleShown(), []);
  useEffect(() => {
    if (since === null && hasWithdrawn.current) restoreLostFocus();
    hasWithdrawn.current = false;
  }, [since]);

  const handleConfirm = () => {
    setConfirming(null);
    hasWithdrawn.current = confirming === 'withdraw';
    void (confirming === 'renew' ? renew() : withdraw());
  };

  return (
    <>
      {secret === null ? (
        <p>{since === null ? 'No address is in use.' : `An address is in use since ${onDay(since)}.`}</p>
      ) : (
        <NewAddress key={secret} address={`${feedsUrl}/${secret}.ics`} />
      )}
      <div className={styles.actions}>
        {since === null ? (
          <Button ref={firstButton} isBusy={underWay !== null} onClick={() => void renew()}>
            <Icon name="calendar" />
            <span>{underWay === 'renew' ? 'Creating…' : 'Create an address'}</span>
          </Button>
        ) : (
          <>
            <Button
              ref={firstButton}
              aria-haspopup="dialog"
              isBusy={underWay !== null}
              onClick={() => setConfirming('renew')}
            >
              <Icon name="retry" />
              <span>{underWay === 'renew' ? 'Renewing…' : 'Renew'}</span>
            </Button>
            <Button
              look="danger"
              aria-haspopup="dialog"
              isBusy={underWay !== null}
              onClick={() => setConfirming('withdraw')}
            >
              <Icon name="trash" />
              <span>{underWay === 'withdraw' ? 'Withdrawing…' : 'Withdraw'}</span>
            </Button>
          </>
        )}
      </div>
      {confirming !== null && (
        <EndAddressDialog ending={confirming} onClose={() => setConfirming(null)} onConfirm={handleConfirm} />
      )}
    </>
  );
}
