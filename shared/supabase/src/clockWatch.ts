const TOLERANCE_MILLISECONDS = 5 * 60_000;

export type ClockWatch = ReturnType<typeof createClockWatch>;

/** A clock more than five minutes off can end in a stream of refreshes; the user can be told to set it. */
export function createClockWatch() {
  const listeners = new Set<(isWrong: boolean) => void>();
  let isWrong = false;
  return {
    /** Takes the Date header of an answer; a backend on another origin may not show it. */
    note(date: string | null): void {
      // oxlint-disable-next-line space/no-date-from-text -- an HTTP date is an instant in GMT, not a day
      const serverTime = Date.parse(date ?? '');
      if (Number.isNaN(serverTime)) return;
      const found = Math.abs(serverTime - Date.now()) > TOLERANCE_MILLISECONDS;
      if (found === isWrong) return;
      isWrong = found;
      for (const listener of [...listeners]) listener(isWrong);
    },
    subscribe(listener: (isWrong: boolean) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
