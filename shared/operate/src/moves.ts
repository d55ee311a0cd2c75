import type { RemoteState } from '@space/store/operator';

/** The moves that an operator can make here; the commands of the same names do the same. */
export type MoveName = 'rollback' | 'promote' | 'abort' | 'kill' | 'revive';

/** A move, with the question before it is made. */
export interface Move {
  name: MoveName;
  label: string;
  question: string;
  consequence: string;
  /** Visitors read the reason on the remote's pages. */
  needsReason: boolean;
}

/** The moves that make sense for a remote, or the shell, now. Takes its state; returns them in the order of the buttons. */
export function movesFor({ name, pointer }: RemoteState): Move[] {
  if (pointer === null || pointer.live === null) return [];
  const { canary, disabled, history, live } = pointer;
  const before = history.find(({ version, withdrawn }) => !withdrawn && version !== live.version);
  const moves: (Move | false | undefined)[] = [
    canary !== null && {
      name: 'promote',
      label: 'Promote',
      question: `Promote the canary of ${name}?`,
      consequence: `${canary.version} becomes live for everyone and replaces ${live.version}.`,
      needsReason: false,
    },
    canary !== null && {
      name: 'abort',
      label: 'Abort',
      question: `Abort the canary of ${name}?`,
      consequence: `No device gets ${canary.version} any more; ${live.version} stays live.`,
      needsReason: false,
    },
    before && {
      name: 'rollback',
      label: 'Roll back',
      question: `Roll back ${name}?`,
      consequence: `${before.version} becomes live again, and ${live.version} is withdrawn.`,
      needsReason: false,
    },
    name !== 'shell' &&
      (disabled === null
        ? {
            name: 'kill',
            label: 'Switch off',
            question: `Switch off ${name}?`,
            consequence: 'Its pages show the reason instead of their content until it is switched on again.',
            needsReason: true,
          }
        : {
            name: 'revive',
            label: 'Switch on',
            question: `Switch ${name} on again?`,
            consequence: `${live.version} is live again.`,
            needsReason: false,
          }),
  ];
  return moves.filter((move) => move !== false && move !== undefined);
}
