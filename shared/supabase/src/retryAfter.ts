/** An error of a fetch whose answer was no use, with the time its server asked for. */
export interface UnusableAnswer extends TypeError {
  /** How long the server wants not to be asked; 0 where it does not say. */
  waitMilliseconds: number;
}

/** Makes the error for an answer that is no use: the TypeError of a failed fetch, with what `Retry-After` says. */
export function unusableAnswer(message: string, response: Response): UnusableAnswer {
  return Object.assign(new TypeError(message), { waitMilliseconds: waitOf(response) });
}

/** How long to wait before asking again after a failure, in milliseconds; 0 where nothing was said. */
export function askedToWait(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('waitMilliseconds' in error)) return 0;
  return typeof error.waitMilliseconds === 'number' ? error.waitMilliseconds : 0;
}

/**
 * `Retry-After` means something with 429 and 503 alone: seconds, or a date by the server's clock, which is compared with
 * the server's own. From another origin the header is read only where the backend exposes it.
 */
function waitOf({ status, headers }: Response): number {
  const text = headers.get('retry-after')?.trim();
  if (!text || (status !== 429 && status !== 503)) return 0;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // oxlint-disable-next-line space/no-date-from-text -- HTTP dates are instants in GMT, not days
  const [until, now] = [text, headers.get('date') ?? ''].map((date) => Date.parse(date));
  return Math.max(0, (until ?? 0) - (now || Date.now())) || 0;
}
