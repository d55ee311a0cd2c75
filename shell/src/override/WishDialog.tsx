import { useState, type ReactNode } from 'react';
import { Button, Dialog, DialogActions } from '@space/ui';
import { isReleased } from './nameOf.ts';
import styles from './OverrideDialog.module.css';

interface WishDialogProps {
  title: string;
  remote: string;
  /** What a visitor is shown of it, besides the remote: name → value. */
  facts: Readonly<Record<string, string>>;
  action: string;
  /** Returns why it cannot be. */
  onAgree: () => string;
  children: ReactNode;
}

/** The question before code runs that is not live: a link alone must never bring it in. */
export function WishDialog({ title, remote, facts, action, onAgree, children }: WishDialogProps) {
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
