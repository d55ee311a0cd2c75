import { useEffect, useRef } from 'react';
import { MESSAGES } from '@space/domain';
import { notify } from '@space/platform';
import { Button, TextField } from '@space/ui';
import styles from './CalendarCard.module.css';

interface NewAddressProps {
  address: string;
}

/** A newly created address, focused and selected: it is shown only once. */
export function NewAddress({ address }: NewAddressProps) {
  const field = useRef<HTMLInputElement>(null);

  // `onFocus` selects the address backward, so that its beginning is visible.
  const focus = () => field.current?.focus();
  useEffect(focus, []);

  const handleCopy = async () => {
    try {
      // `navigator.clipboard` is undefined on a page without TLS.
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
