import { useEffect, useRef } from 'react';
import { MESSAGES } from '@space/domain';
import { notify } from '@space/platform';
import { Button, TextField } from '@space/ui';
import styles from './CalendarCard.module.css';

interface NewAddressProps {
  address: string;
}

/** An address that was made just now, selected and with the focus: it is shown this once. */
export function NewAddress({ address }: NewAddressProps) {
  const field = useRef<HTMLInputElement>(null);

  // Selected by its focus; from its end, so that the beginning of the address is what is seen.
  const focus = () => field.current?.focus();
  useEffect(focus, []);

  const handleCopy = async () => {
    try {
      // Absent on a page without TLS.
      await navigator.clipboard.writeText(address);
      notify.success(MESSAGES.calendar.copied);
    } catch {
      focus();
      notify.error(MESSAGES.calendar.copyFailed);
    }
  };

  return (
    <div className={styles.address}>
      <TextField
        ref={field}
        label="Address of your calendar"
        hint="Copy it now: it is shown this once. In your calendar, look for 'Subscribe' or 'Add by URL'."
        name="calendar-address"
        autoComplete="off"
        spellCheck={false}
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, address.length, 'backward')}
      />
      <Button look="primary" onClick={() => void handleCopy()}>
        Copy
      </Button>
    </div>
  );
}
