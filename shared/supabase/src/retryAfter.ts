/** The error of a fetch whose response was unusable, with the server's `Retry-After`. */
export interface UnusableResponse extends TypeError {
  /** The delay of `Retry-After`; 0 if the server sent none. */
  waitMilliseconds: number;
}

/** Creates the error for an unusable response: the TypeError of a failed fetch, with the delay of `Retry-After`. */
export function unusableResponse(message: string, response: Response): UnusableResponse {
  return Object.assign(new TypeError(message), { waitMilliseconds: readRetryAfter(response) });
}

/** Takes the error of a request; returns how long to wait before a retry, in milliseconds; 0 if the server did not say. */
export function retryDelayOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('waitMilliseconds' in error)) return 0;
  return typeof error.waitMilliseconds === 'number' ? error.waitMilliseconds : 0;
}

/**
 * `Retry-After` counts only with 429 and 503: seconds, or a date by the server's clock, which is compared with the
 * response's Date header. On another origin the header can be read only if the backend exposes it.
 */
function readRetryAfter({ status, headers }: Response): number {
  const text = headers.get('retry-after')?.trim();
  if (!text || (status !== 429 && status !== 503)) return 0;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // oxlint-disable-next-line space/no-date-from-text -- HTTP dates are instants in GMT, not days
  const [until, now] = [text, headers.get('date') ?? ''].map((date) => Date.parse(date));
  return Math.max(0, (until ?? 0) - (now || Date.now())) || 0;
}
