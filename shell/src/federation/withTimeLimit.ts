/**
 * Waits for a promise for a limited time. Neither the browser nor the federation runtime limits a module that never
 * arrives.
 *
 * Takes a promise and milliseconds; returns its value; throws `TimeoutError` (DOMException) when the time is over.
 */
export async function withTimeLimit<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DOMException(`No answer within ${milliseconds} ms`, 'TimeoutError'));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
