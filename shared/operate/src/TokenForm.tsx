import { useState } from 'react';
import { Button, Card, TextField } from '@space/ui';
import { storeToken } from './callServer.ts';
import styles from './OperatePage.module.css';

/** Asks for the token of `OPERATE_TOKEN`, which is stored in memory until the page is left. */
export function TokenForm({ error, onDone }: { error: string; onDone: () => void }) {
  const [token, setToken] = useState('');
  return (
    <Card
      title="Token required"
      text="Enter the token that the server was started with (OPERATE_TOKEN)."
      className={styles.who}
    >
      <form
        className={styles.token}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          storeToken(token.trim());
          onDone();
        }}
      >
        <TextField
          label="Token"
          type="password"
          name="token"
          autoComplete="off"
          value={token}
          error={error || undefined}
          onChange={(event) => setToken(event.target.value)}
        />
        <Button type="submit" look="primary">
          Continue
        </Button>
      </form>
    </Card>
  );
}
