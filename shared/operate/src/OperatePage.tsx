import { useState } from 'react';
import { atTime } from '@space/domain';
import { Button, Notice, Skeleton } from '@space/ui';
import styles from './OperatePage.module.css';
import { RemoteCard, type Period } from './RemoteCard.tsx';
import { TokenForm } from './TokenForm.tsx';
import { useOperatorState } from './useOperatorState.ts';

const PERIODS: readonly (readonly [Period, string])[] = [
  ['hour', 'Last hour'],
  ['day', 'Last day'],
];

/** The operator's page: what is live, the outcomes of each version, and the moves that can be made. */
export function OperatePage() {
  const { state, failure, refresh } = useOperatorState();
  const [period, setPeriod] = useState<Period>('hour');
  const [output, setOutput] = useState<readonly string[]>([]);

  if (failure?.kind === 'token') {
    return (
      <main className={styles.page}>
        <h1>Operate</h1>
        <TokenForm error={failure.message} onDone={refresh} />
      </main>
    );
  }
  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <h1>Operate</h1>
        <div className={styles.periods} role="group" aria-label="Period of the charts">
          {PERIODS.map(([value, label]) => (
            <Button key={value} aria-pressed={period === value} onClick={() => setPeriod(value)}>
              {label}
            </Button>
          ))}
        </div>
        <p className={styles.when}>
          {state === null
            ? failure === null && 'Reading the store …'
            : `As of ${atTime(state.at)}; updates automatically.`}
        </p>
      </header>
      <div className={styles.news}>
        {failure && (
          <Notice tone="danger" role="alert" actions={<Button onClick={refresh}>Try again</Button>}>
            <p>{state === null ? failure.message : `${failure.message} The data shown is old.`}</p>
          </Notice>
        )}
        <div role="status" className={styles.said}>
          {output.length > 0 && (
            <Notice tone="success" actions={<Button onClick={() => setOutput([])}>Dismiss</Button>}>
              {output.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Notice>
          )}
        </div>
      </div>
      {state?.trouble && (
        <Notice tone="danger">
          <p>{`The pages cannot be derived: ${state.trouble}`}</p>
        </Notice>
      )}
      {state?.isDerived === false && (
        <Notice>
          <p>The pages do not show all of this yet: npm run store -- derive</p>
        </Notice>
      )}
      <div className={styles.remotes}>
        {state === null
          ? failure === null && <Skeleton lines={8} />
          : state.remotes.map((remote) => (
              <RemoteCard
                key={remote.name}
                remote={remote}
                period={period}
                onMoved={(lines) => {
                  setOutput(lines);
                  refresh();
                }}
              />
            ))}
      </div>
    </main>
  );
}
