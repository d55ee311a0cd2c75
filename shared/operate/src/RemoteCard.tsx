import { useState } from 'react';
import { atTime } from '@space/domain';
import type { RemoteState } from '@space/store/operator';
import { Badge, Button, Card, Notice, VisuallyHidden } from '@space/ui';
import { MoveDialog, movesFor, type Move } from './moves.tsx';
import styles from './operate.module.css';

/** The state of one remote, or of the shell, and the moves that can be made. */
export function RemoteCard({ remote, onMoved }: { remote: RemoteState; onMoved: () => void }) {
  const [move, setMove] = useState<Move | null>(null);
  const [output, setOutput] = useState<readonly string[]>([]);
  const { name, pointer, live, move: last } = remote;
  const facts = pointer?.live && [
    `since ${atTime(pointer.live.since)}`,
    last && `by ${last.who}`,
    `commit ${live?.commit ?? 'unknown'}`,
    last?.reason,
  ];
  return (
    <Card title={name} className={styles.card}>
      <Problems remote={remote} />
      {pointer !== null && <Versions versions={remote.shown} />}
      {facts && <p className={styles.detail}>{facts.filter(Boolean).join(', ')}</p>}
      <div className={styles.row}>
        {movesFor(remote).map((one) => (
          <Button
            key={one.label}
            look={one.move === 'kill' ? 'danger' : 'quiet'}
            aria-label={`${one.label}: ${name}`}
            onClick={() => setMove(one)}
          >
            {one.label}
          </Button>
        ))}
      </div>
      <p role="status" className={styles.sentence}>
        {output.join('\n')}
      </p>
      {pointer !== null && pointer.moves.length > 0 && <History name={name} moves={pointer.moves} />}
      {move && (
        <MoveDialog
          {...{ name, move }}
          onClose={() => setMove(null)}
          onDone={(lines) => {
            setMove(null);
            setOutput(lines);
            onMoved();
          }}
        />
      )}
    </Card>
  );
}

/** Each version that is live, on canary, staged or was live before, with its loads of the last hour. */
function Versions({ versions }: { versions: RemoteState['shown'] }) {
  return (
    <ul className={styles.list}>
      {versions.map(({ version, role, loads }) => (
        <li key={version} className={styles.version}>
          <span className={styles.row}>
            {version} <Badge tone={loads?.failed ? 'star' : 'soft'}>{role}</Badge>
          </span>
          {loads && (
            <span className={styles.detail}>
              {`last hour: ${loads.loaded} loaded, ${loads.healed} healed, ${loads.failed} failed`}
            </span>
          )}
        </li>
      ))}
      {versions.length === 0 && <li>Nothing is released.</li>}
    </ul>
  );
}

/** The problems, and what else is to be known, a sentence each. */
function Problems({ remote: { name, trouble, pointer, leftOut, damage } }: { remote: RemoteState }) {
  const { disabled, halted } = pointer ?? {};
  const sentences = [
    trouble,
    ...damage,
    ...leftOut.map(({ version, reason }) => `${name} ${version} is left out: ${reason}`),
    disabled && `Switched off. Its pages say: ${disabled.reason}`,
    halted && `The canary ${halted.version} was halted: it ${halted.reason}.`,
  ].filter((sentence) => typeof sentence === 'string');
  return sentences.map((sentence) => (
    <Notice key={sentence} tone="danger">
      <p className={styles.sentence}>{sentence}</p>
    </Notice>
  ));
}

/** The moves of a pointer, newest first: when, who, what, from which commit, and why. */
function History({ name, moves }: { name: string; moves: NonNullable<RemoteState['pointer']>['moves'] }) {
  return (
    <details>
      <summary className={styles.summary}>
        Who did what<VisuallyHidden>: {name}</VisuallyHidden>
      </summary>
      <ol className={styles.list}>
        {moves.map(({ at, who, what, from, to, percent, commit, reason }) => (
          <li key={`${at} ${what}`} className={styles.version}>
            <span className={styles.detail}>{`${atTime(at)}, ${who}`}</span>
            {[what, to ?? from, percent && `on ${percent} %`, commit && `(commit ${commit})`, reason]
              .filter(Boolean)
              .join(' ')}
          </li>
        ))}
      </ol>
    </details>
  );
}
