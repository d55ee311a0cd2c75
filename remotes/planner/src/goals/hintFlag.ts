const KEY = 'goalTooltipDismissed';

/** Whether the hint was closed before. Blocked storage means: not yet. */
export function wasHintDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Remembers that the hint was closed; where storage is blocked or full, for as long as the page lives. */
export function rememberHintDismissed(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // The hint comes back with the next visit: no harm done.
  }
}
