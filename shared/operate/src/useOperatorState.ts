import { useEffect, useState } from 'react';
import type { ServedState } from '@space/store/operator';
import { ask, type Answer } from './ask.ts';

const EVERY_MILLISECONDS = 5_000;

/**
 * What the server says of the site, asked for anew every five seconds while the page is seen. Returns the last state that
 * arrived, the last failure (null once an answer has come again), and how to ask at once.
 */
export function useOperatorState() {
  const [state, setState] = useState<ServedState | null>(null);
  const [failure, setFailure] = useState<Exclude<Answer<unknown>, { ok: true }> | null>(null);
  const [round, setRound] = useState(0);
  const refresh = () => setRound((before) => before + 1);

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (document.visibilityState === 'visible') setRound((before) => before + 1);
    };
    const read = async () => {
      const answer = await ask<ServedState>('/state');
      if (isOver) return;
      if (answer.ok) setState(answer.data);
      setFailure(answer.ok ? null : answer);
      // Without a token every further question would be refused as well.
      if (answer.ok || answer.kind !== 'token') timer = setTimeout(look, EVERY_MILLISECONDS);
    };
    void read();
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [round]);

  return { state, failure, refresh };
}
