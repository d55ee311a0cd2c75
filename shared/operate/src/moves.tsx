import type { RemoteState } from '@space/store/operator';
import { QuestionDialog } from '@space/ui';
import { callServer } from './server.ts';
import styles from './operate.module.css';

/** A move, with the question before it is made. The commands of the same names do the same. */
export interface Move {
  move: 'promote' | 'rollback' | 'kill' | 'revive';
  /** The version that is promoted. */
  version?: string;
  label: string;
  consequence: string;
}

/** The moves that make sense for a remote, or the shell, now; in the order of their buttons. */
export function movesFor({ name, pointer, previous }: RemoteState): Move[] {
  if (!pointer?.live) return [];
  const { canary, staged, disabled, live } = pointer;
  const moves = [...(canary ? [canary] : []), ...staged].map(({ version }): Move => {
    const consequence = `${version} becomes live for everyone and replaces ${live.version}.`;
    return { move: 'promote', version, label: `Promote ${version}`, consequence };
  });
  const back = canary
    ? `No device gets the canary ${canary.version} any more; ${live.version} stays live.`
    : previous && `${previous} becomes live again, and ${live.version} is withdrawn.`;
  const off = 'Its pages show the reason instead of their content until it is switched on again.';
  if (back) moves.push({ move: 'rollback', label: 'Roll back', consequence: back });
  if (disabled)
    moves.push({ move: 'revive', label: 'Switch on', consequence: `${live.version} is live again.` });
  else if (name !== 'shell') moves.push({ move: 'kill', label: 'Switch off', consequence: off });
  return moves;
}

interface MoveDialogProps {
  name: string;
  move: Move;
  onClose: () => void;
  /** Called when the move is done. Takes the output of the command. */
  onDone: (lines: readonly string[]) => void;
}

/** Asks for confirmation of a move, and for its reason. */
export function MoveDialog({ name, move: asked, onClose, onDone }: MoveDialogProps) {
  const { move, version, label, consequence } = asked;
  const isKill = move === 'kill';
  const handleSend = async (typed: string) => {
    const reason = typed.trim() || undefined;
    const body = { move, name, version, reason };
    const response = await callServer<{ isDone: boolean; lines: string[] }>('/moves', body);
    if (!response.ok) return response.message;
    if (!response.data.isDone) return response.data.lines.join('\n');
    onDone(response.data.lines);
    return undefined;
  };
  return (
    <QuestionDialog
      title={`${label}: ${name}?`}
      field={{
        label: isKill ? 'Reason, which visitors read' : 'Reason, for the history (optional)',
        name: 'reason',
        maxLength: 300,
      }}
      check={(typed) => (isKill && typed.trim() === '' ? 'Visitors read the reason: give one.' : undefined)}
      send={handleSend}
      words={['Cancel', label, 'Working…']}
      look={isKill ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <p className={styles.sentence}>{consequence}</p>
    </QuestionDialog>
  );
}
