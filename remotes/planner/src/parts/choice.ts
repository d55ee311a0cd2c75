/** Returns what the user has chosen in this browser before; null if nothing, or if storage is blocked. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a choice in this browser. If storage is blocked or full, the user is asked again, which does no harm. */
export function storeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}
