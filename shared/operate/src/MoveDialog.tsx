import { QuestionDialog } from '@space/ui';
import { callServer } from './callServer.ts';
import type { Move } from './moves.ts';
import styles from './MoveDialog.module.css';

const MAX_REASON_LENGTH = 300;

interface MoveDialogProps {
  remote: string;
  move: Move;
  onClose: () => void;
  /** Called when the move is done. Takes the output of the command. */
  onDone: (lines: readonly string[]) => void;
}

/** Asks for confirmation of a move, and for its reason for the log. */
export function MoveDialog({ remote, move, onClose, onDone }: MoveDialogProps) {
  const { name, needsReason } = move;

  const handleSend = async (typed: string) => {
    const reason = typed.trim();
    const body = { move: name, name: remote, ...(reason !== '' && { reason }) };
    const response = await callServer<{ isDone: boolean; lines: string[] }>('/moves', body);
    if (!response.ok) return response.message;
    if (!response.data.isDone) return response.data.lines.join('\n');
    onDone(response.data.lines);
    return undefined;
  };

  return (
    <QuestionDialog
      title={move.question}
      field={{
        label: needsReason ? 'Reason, which visitors read' : 'Reason, for the log (optional)',
        name: 'reason',
        maxLength: MAX_REASON_LENGTH,
      }}
      check={(typed) =>
        needsReason && typed.trim() === '' ? 'Visitors read the reason: give one.' : undefined
      }
      send={handleSend}
      words={['Cancel', move.label, 'Working…']}
      look={name === 'kill' ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <p className={styles.consequence}>{move.consequence}</p>
    </QuestionDialog>
  );
}
