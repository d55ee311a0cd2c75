import { useState, type SubmitEvent } from 'react';
import { atTime } from '@space/domain';
import { Button, Card, Notice, TextField } from '@space/ui';
import { RemoteCard } from './RemoteCard.tsx';
import { setToken, useOperatorState } from './server.ts';
import styles from './operate.module.css';

/** The operator's page: what is live, how each version loads, and the moves that can be made. */
export function OperatePage() {
  const { state, failure, refresh } = useOperatorState();
  const isTokenMissing = failure?.kind === 'token';
  return (
    <main className={styles.page}>
      <h1>Operate</h1>
      {isTokenMissing && <TokenForm error={failure.message} onDone={refresh} />}
      {failure && !isTokenMissing && (
        <Notice tone="danger" role="alert" actions={<Button onClick={refresh}>Try again</Button>}>
          <p>{state === null ? failure.message : `${failure.message} The data shown is old.`}</p>
        </Notice>
      )}
      {!failure && !state && <p>Reading the store …</p>}
      {state && (
        <p className={styles.detail}>{`As of ${atTime(state.at)}; updates automatically. ${state.rule}`}</p>
      )}
      {state?.trouble && (
        <Notice tone="danger">
          <p>{`The pages cannot be made: ${state.trouble}`}</p>
        </Notice>
      )}
      <div className={styles.remotes}>
        {state?.remotes.map((remote) => (
          <RemoteCard key={remote.name} remote={remote} onMoved={refresh} />
        ))}
      </div>
    </main>
  );
}

function TokenForm({ error, onDone }: { error: string; onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setToken(typed.trim());
    onDone();
  };
  return (
    <Card
      title="Token required"
      text="Enter the token that the server was started with (OPERATE_TOKEN)."
      className={styles.card}
    >
      <form className={styles.card} noValidate onSubmit={handleSubmit}>
        <TextField
          label="Token"
          type="password"
          name="token"
          autoComplete="off"
          value={typed}
          error={error || undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="primary">
          Continue
        </Button>
      </form>
    </Card>
  );
}
