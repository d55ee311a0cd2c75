import { useState } from 'react';
import { Button, Dialog } from '@space/ui';
import type { NamedOverride } from './showOverride.tsx';
import { keepWish } from './tabWish.ts';
import styles from './OverrideDialog.module.css';

interface OverrideDialogProps {
  override: NamedOverride;
}

/** The question before code from elsewhere runs: a link alone must never bring it in. */
export function OverrideDialog({ override: { title, remote, entry } }: OverrideDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [hasFailed, setHasFailed] = useState(false);

  function handleClose() {
    setIsOpen(false);
  }

  function handleConfirm() {
    if (keepWish(`${remote}@${entry}`)) location.reload();
    else setHasFailed(true);
  }

  if (!isOpen) return null;
  return (
    <Dialog title={`Take ${title} from another address?`} onClose={handleClose}>
      <p>
        A link asks to run other code in the place of <strong>{title}</strong>, in this tab only. That code
        can see and change all that you can here. Agree only if you know the address.
      </p>
      <dl className={styles.facts}>
        <dt>Remote</dt>
        <dd>{remote}</dd>
        <dt>Address</dt>
        <dd>{entry}</dd>
      </dl>
      {hasFailed && (
        <p role="alert" className={styles.failure}>
          This browser lets the site keep nothing, so it cannot be done here.
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={handleClose}>Keep the released version</Button>
        <Button look="primary" onClick={handleConfirm}>
          Use it in this tab
        </Button>
      </div>
    </Dialog>
  );
}
