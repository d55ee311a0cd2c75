import { useState } from 'react';
import { Button, Dialog, DialogActions } from '@space/ui';
import { isReleased, nameOf } from './nameOf.ts';
import type { Override } from './override.ts';
import { beginOverride } from './tabWish.ts';
import styles from './OverrideDialog.module.css';

interface OverrideDialogProps {
  override: Override;
}

/** The question before code from elsewhere runs: a link alone must never bring it in. */
export function OverrideDialog({ override }: OverrideDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [problem, setProblem] = useState('');
  const { remote, entry } = override;

  function handleClose() {
    setIsOpen(false);
  }

  if (!isOpen) return null;
  return (
    <Dialog title={`Take ${nameOf(remote)} from another address?`} onClose={handleClose}>
      <p>
        A link asks to run{' '}
        {isReleased(remote) ? 'other code in the place of' : 'code that was never released:'}{' '}
        <strong>{nameOf(remote)}</strong>, in this tab only. That code can see and change all that you can
        here. Agree only if you know the address.
      </p>
      <dl className={styles.facts}>
        <dt>Remote</dt>
        <dd>{remote}</dd>
        <dt>Address</dt>
        <dd>{entry}</dd>
      </dl>
      {problem && (
        <p role="alert" className={styles.failure}>
          {problem}
        </p>
      )}
      <DialogActions>
        <Button onClick={handleClose}>
          {isReleased(remote) ? 'Keep the released version' : 'Do not use it'}
        </Button>
        <Button look="primary" onClick={() => setProblem(beginOverride(override))}>
          Use it in this tab
        </Button>
      </DialogActions>
    </Dialog>
  );
}
