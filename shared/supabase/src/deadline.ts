/** A signal that fires after a time, or with the given signal if that is earlier. */
export function deadline(milliseconds: number, signal?: AbortSignal | null): AbortSignal {
  const timeout = AbortSignal.timeout(milliseconds);
  if (!signal) return timeout;
  const either = new AbortController(); // AbortSignal.any by hand: Safari knows it from 17.4 on
  for (const each of [signal, timeout]) {
    if (each.aborted) either.abort(each.reason);
    else each.addEventListener('abort', () => either.abort(each.reason), { once: true });
  }
  return either.signal;
}

/**
 * Waits for a promise, but no longer than a signal allows. What the promise does is not undone.
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
