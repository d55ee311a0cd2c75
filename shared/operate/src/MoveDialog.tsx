import { QuestionDialog } from '@space/ui';
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

/** The question before a move, with its reason for the log. */
export function MoveDialog({ remote, move, onClose, onDone }: MoveDialogProps) {
  const { name, needsReason } = move;

  const handleSend = async (typed: string) => {
    const reason = typed.trim();
    const said = { move: name, name: remote, ...(reason !== '' && { reason }) };
    const answer = await ask<{ isDone: boolean; lines: string[] }>('/moves', said);
    if (!answer.ok) return answer.message;
    if (!answer.data.isDone) return answer.data.lines.join('\n');
    onDone(answer.data.lines);
    return undefined;
  };

  return (
    <QuestionDialog
      title={move.question}
      field={{
        label: needsReason ? 'Reason, which visitors read' : 'Reason, for the log (optional)',
        name: 'reason',
        maxLength: LONGEST_REASON,
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
