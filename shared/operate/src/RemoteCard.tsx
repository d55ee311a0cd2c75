import { useState } from 'react';
import { atTime } from '@space/domain';
import type { RemoteState } from '@space/store/operator';
import { Badge, Button, Card, Notice } from '@space/ui';
import { LoadChart, totalsOf } from './LoadChart.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { movesFor } from './moves.ts';
import type { Move } from './moves.ts';
import styles from './RemoteCard.module.css';

export type Period = 'hour' | 'day';
const PERIODS: Record<Period, string> = { hour: 'last hour', day: 'last day' };

interface RemoteCardProps {
  remote: RemoteState;
  period: Period;
  /** A move was made. Takes what the command said. */
  onMoved: (lines: readonly string[]) => void;
}

/** What an operator knows of one remote, or of the shell, and can do with it. */
export function RemoteCard({ remote, period, onMoved }: RemoteCardProps) {
  const [move, setMove] = useState<Move | null>(null);
  const { name, pointer, live, by, outcomes } = remote;
  return (
    <Card title={name} className={styles.card}>
      <States remote={remote} />
      <Troubles remote={remote} />
      {pointer?.live && (
        <dl className={styles.facts}>
          <Fact term="Live" is={pointer.live.version} />
          <Fact term="Since" is={atTime(pointer.live.since)} />
          {by !== null && <Fact term="By" is={by} />}
          <Fact term="Commit" is={live?.commit ?? 'unknown'} />
          {pointer.live.message !== undefined && <Fact term="Message" is={pointer.live.message} />}
        </dl>
      )}
      {outcomes.map((one) => (
        <figure key={one.version} className={styles.figure}>
          <figcaption className={styles.caption}>
            <span className={styles.version}>{one.version}</span>
            <span>
              {roleOf(one.version, pointer)}, {PERIODS[period]}: {totalsOf(one[period])}
            </span>
          </figcaption>
          <LoadChart outcomes={one[period]} label={`${name} ${one.version}, ${PERIODS[period]}`} />
        </figure>
      ))}
      <div className={styles.actions}>
        {movesFor(remote).map((one) => (
          <Button
            key={one.name}
            look={one.name === 'kill' ? 'danger' : 'quiet'}
            aria-label={`${one.label}: ${name}`}
            onClick={() => setMove(one)}
          >
            {one.label}
          </Button>
        ))}
      </div>
      {move && (
        <MoveDialog
          remote={name}
          move={move}
          onClose={() => setMove(null)}
          onDone={(lines) => {
            setMove(null);
            onMoved(lines);
          }}
        />
      )}
    </Card>
  );
}

function Fact({ term, is }: { term: string; is: string }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{is}</dd>
    </div>
  );
}

function States({ remote: { pointer } }: { remote: RemoteState }) {
  if (pointer === null) return null;
  const { live, canary, halted, disabled } = pointer;
  return (
    <p className={styles.states}>
      {live === null && <Badge>not released</Badge>}
      {live !== null && disabled === null && <Badge icon="check">live</Badge>}
      {disabled !== null && <Badge tone="accent">switched off</Badge>}
      {canary !== null && <Badge tone="star">canary on {canary.percent} %</Badge>}
      {halted !== null && <Badge tone="star">a canary was halted</Badge>}
    </p>
  );
}

/** What is wrong, a sentence each. */
function Troubles({ remote: { name, trouble, pointer, leftOut, damage } }: { remote: RemoteState }) {
  const sentences = [
    ...(trouble === null ? [] : [trouble]),
    ...damage,
    ...(pointer?.failing
      ? [
          `${pointer.failing.version} ${pointer.failing.version === pointer.live?.version ? 'is live' : 'was taken back'}: it ${pointer.failing.reason}.`,
        ]
      : []),
    ...leftOut.map(({ version, reason }) => `${name} ${version} is left out: ${reason}`),
    ...(pointer?.disabled ? [`Its pages say: ${pointer.disabled.reason}`] : []),
    ...(pointer?.halted
      ? [`The canary ${pointer.halted.version} was halted: it ${pointer.halted.reason}.`]
      : []),
  ];
  return sentences.map((sentence) => (
    <Notice key={sentence} tone="danger">
      <p className={styles.sentence}>{sentence}</p>
    </Notice>
  ));
}

function roleOf(version: string, pointer: RemoteState['pointer']): string {
  if (version === pointer?.live?.version) return 'live';
  return version === pointer?.canary?.version ? 'canary' : 'the version before';
}
