import { useEffect, useState } from 'react';
import type { OperatorState } from '@space/store/operator';
import { callServer, type ServerResult } from './callServer.ts';

const INTERVAL_MILLISECONDS = 5_000;

/**
 * Polls the server for the state of the site, every five seconds while the page is visible. Returns the last state, the
 * last failure (null after the next success), and a function that polls at once.
 */
export function useOperatorState() {
  const [state, setState] = useState<OperatorState | null>(null);
  const [failure, setFailure] = useState<Exclude<ServerResult<unknown>, { ok: true }> | null>(null);
  const [round, setRound] = useState(0);
  const refresh = () => setRound((before) => before + 1);

  useEffect(() => {
    let isCancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = () => {
      if (document.visibilityState === 'visible') setRound((before) => before + 1);
    };
    const read = async () => {
      const result = await callServer<OperatorState>('/state');
      if (isCancelled) return;
      if (result.ok) setState(result.data);
      setFailure(result.ok ? null : result);
      // Without a token every further request would be refused as well.
      if (result.ok || result.kind !== 'token') timer = setTimeout(poll, INTERVAL_MILLISECONDS);
    };
    void read();
    document.addEventListener('visibilitychange', poll);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [round]);

  return { state, failure, refresh };
}
