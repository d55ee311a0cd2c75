import { useState } from 'react';
import { atTime } from '@space/domain';
import type { RemoteState } from '@space/store/operator';
import { Badge, Button, Card, Notice } from '@space/ui';
import { History } from './History.tsx';
import { LoadChart, totalsOf } from './LoadChart.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { movesFor, type Move } from './moves.ts';
import styles from './RemoteCard.module.css';

export type Period = 'hour' | 'day';
const PERIODS: Record<Period, string> = { hour: 'last hour', day: 'last day' };

interface RemoteCardProps {
  remote: RemoteState;
  period: Period;
  /** Called when a move was made. Takes the output of the command. */
  onMoved: (lines: readonly string[]) => void;
}

/** The state of one remote, or of the shell, and the moves that can be made. */
export function RemoteCard({ remote, period, onMoved }: RemoteCardProps) {
  const [move, setMove] = useState<Move | null>(null);
  const { name, pointer, live, by, outcomes } = remote;
  const moves = movesFor(remote);
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
            <span>{`${roleOf(one.version, pointer)}, ${PERIODS[period]}: ${totalsOf(one[period])}`}</span>
          </figcaption>
          <LoadChart outcomes={one[period]} label={`${name} ${one.version}, ${PERIODS[period]}`} />
        </figure>
      ))}
      {moves.length > 0 && (
        <div className={styles.actions}>
          {moves.map((one) => (
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
      )}
      {pointer !== null && <History name={name} moves={pointer.moves} />}
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

function States({ remote: { pointer, leftOut } }: { remote: RemoteState }) {
  if (pointer === null) return null;
  const { live, canary, halted, disabled } = pointer;
  const isLeftOut = leftOut.some(({ version }) => version === live?.version);
  return (
    <p className={styles.states}>
      {live === null && <Badge>not released</Badge>}
      {live !== null && isLeftOut && <Badge tone="star">left out</Badge>}
      {live !== null && !isLeftOut && disabled === null && <Badge icon="check">live</Badge>}
      {disabled !== null && <Badge tone="accent">switched off</Badge>}
      {canary !== null && <Badge tone="star">{`canary on ${canary.percent} %`}</Badge>}
      {halted !== null && <Badge tone="star">a canary was halted</Badge>}
    </p>
  );
}

/** The problems, and below them mere information, a sentence each. */
function Troubles({ remote: { name, trouble, pointer, leftOut, damage } }: { remote: RemoteState }) {
  const { disabled, halted } = pointer ?? {};
  const wrong = [
    ...(trouble === null ? [] : [trouble]),
    ...damage,
    ...leftOut.map(({ version, reason }) => `${name} ${version} is left out: ${reason}`),
  ];
  const known = [
    ...(disabled ? [`Its pages say: ${disabled.reason}`] : []),
    ...(halted ? [`The canary ${halted.version} was halted: it ${halted.reason}.`] : []),
  ];
  return [...wrong, ...known].map((sentence) => (
    <Notice key={sentence} tone={wrong.includes(sentence) ? 'danger' : 'info'}>
      <p className={styles.sentence}>{sentence}</p>
    </Notice>
  ));
}

function roleOf(version: string, pointer: RemoteState['pointer']): string {
  if (version === pointer?.live?.version) return 'live';
  if (version === pointer?.canary?.version) return 'canary';
  return pointer?.history[0]?.withdrawn === true ? 'withdrawn' : 'previous version';
}
