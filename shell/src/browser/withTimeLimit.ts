/** The timeout for anything that a page needs, in milliseconds. In development the first request starts a server. */
export const TIME_LIMIT = import.meta.env.DEV ? 120_000 : 8_000;

/**
 * Waits for a promise, but no longer than `TIME_LIMIT`. Neither the browser nor the federation runtime limits a module that
 * never arrives.
 *
 * Takes a promise; returns its value; throws `TimeoutError` (DOMException) after the time limit.
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
