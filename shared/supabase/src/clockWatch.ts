const TOLERANCE_MILLISECONDS = 5 * 60_000;

export type ClockWatch = ReturnType<typeof createClockWatch>;

/** Detects a device clock that is more than five minutes off: it can cause endless refreshes, so the user is told. */
export function createClockWatch() {
  const listeners = new Set<(isWrong: boolean) => void>();
  let isWrong = false;
  return {
    /** Takes the Date header of a response; null if a backend on another origin does not expose it. */
    note(date: string | null): void {
      // oxlint-disable-next-line space/no-date-from-text -- an HTTP date is an instant in GMT, not a day
      const serverTime = Date.parse(date ?? '');
      if (Number.isNaN(serverTime)) return;
      const isOff = Math.abs(serverTime - Date.now()) > TOLERANCE_MILLISECONDS;
      if (isOff === isWrong) return;
      isWrong = isOff;
      for (const listener of [...listeners]) listener(isWrong);
    },
    subscribe(listener: (isWrong: boolean) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
