/** How long anything that a page needs may take, in milliseconds. In development a server that is asked first has to start. */
export const TIME_LIMIT = import.meta.env.DEV ? 120_000 : 8_000;

/**
 * Waits for a promise, but no longer than `TIME_LIMIT`. Neither the browser nor the federation runtime limits a module that
 * never arrives.
 *
 * Takes a promise; returns its value; throws `TimeoutError` (DOMException) when the time is over.
 */
export async function withTimeLimit<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException(`No answer within ${TIME_LIMIT} ms`, 'TimeoutError')),
      TIME_LIMIT,
    );
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
