import { useState, type ReactNode } from 'react';
import { Button, Dialog, DialogActions } from '@space/ui';
import { isReleased } from './nameOf.ts';
import styles from './OverrideDialog.module.css';

interface ConsentDialogProps {
  title: string;
  remote: string;
  /** What the dialog lists besides the remote: name → value. */
  facts: Readonly<Record<string, string>>;
  action: string;
  /** Returns an error message, or an empty text on success. */
  onAgree: () => string;
  children: ReactNode;
}

/** Asks for consent before code that is not live runs: opening a link must never be enough. */
export function ConsentDialog({ title, remote, facts, action, onAgree, children }: ConsentDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [problem, setProblem] = useState('');

  function handleClose() {
    setIsOpen(false);
  }

  if (!isOpen) return null;
  return (
    <Dialog title={title} onClose={handleClose}>
      <p>{children}</p>
      <dl className={styles.facts}>
        {Object.entries({ Remote: remote, ...facts }).flatMap(([name, value]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name}: value`}>{value}</dd>,
        ])}
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
        <Button look="primary" onClick={() => setProblem(onAgree())}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
