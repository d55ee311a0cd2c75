import { useRef, useState, type SubmitEvent } from 'react';
import { Button, Dialog, Notice, TextField } from '@space/ui';
import { ask } from './ask.ts';
import type { Move } from './moves.ts';
import styles from './MoveDialog.module.css';

const LONGEST_REASON = 300;

interface MoveDialogProps {
  remote: string;
  move: Move;
  onClose: () => void;
  /** The move is made. Takes what the command said. */
  onDone: (lines: readonly string[]) => void;
}

/** The question before a move, with its reason for the log. A refusal is shown here, and what was typed stays. */
export function MoveDialog({ remote, move, onClose, onDone }: MoveDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setFailure(undefined);
    if (move.needsReason && reason.trim() === '') {
      setError('Visitors read the reason: give one.');
      field.current?.focus();
      return;
    }
    setError(undefined);
    setIsBusy(true);
    const answer = await ask<{ isDone: boolean; lines: string[] }>('/moves', {
      move: move.name,
      name: remote,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    });
    if (answer.ok && answer.data.isDone) return onDone(answer.data.lines);
    setIsBusy(false);
    setFailure(answer.ok ? answer.data.lines.join('\n') : answer.message);
  };

  return (
    <Dialog title={move.question} isBusy={isBusy} onClose={onClose}>
      <p className={styles.consequence}>{move.consequence}</p>
      <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          ref={field}
          label={move.needsReason ? 'Reason, which visitors read' : 'Reason, for the log (optional)'}
          name="reason"
          autoComplete="off"
          maxLength={LONGEST_REASON}
          value={reason}
          error={error}
          readOnly={isBusy}
          onChange={(event) => setReason(event.target.value)}
        />
        {failure !== undefined && (
          <Notice tone="danger" role="alert">
            <p className={styles.failure}>{failure}</p>
          </Notice>
        )}
        <div className={styles.actions}>
          <Button isBusy={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look={move.name === 'kill' ? 'danger' : 'primary'} isBusy={isBusy}>
            {isBusy ? 'Working…' : move.label}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
