/** Returns a signal that aborts after the given time, or with the given signal if that aborts earlier. */
export function deadline(milliseconds: number, signal?: AbortSignal | null): AbortSignal {
  const timeout = AbortSignal.timeout(milliseconds);
  if (!signal) return timeout;
  const combined = new AbortController(); // not AbortSignal.any: Safari has it only since 17.4
  for (const source of [signal, timeout]) {
    if (source.aborted) combined.abort(source.reason);
    else source.addEventListener('abort', () => combined.abort(source.reason), { once: true });
  }
  return combined.signal;
}

/**
 * Waits for a promise until a signal aborts. The work behind the promise is not cancelled.
 * @throws the signal's reason (a TimeoutError for a deadline)
 */
export async function within<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
