import type { Override } from './override.ts';

// All that a visitor's first load has of overrides: whether there is anything to decide, and what was decided.

/** Where this tab keeps the wish that its visitor has confirmed. */
export const OVERRIDE_KEY = 'better-space-override';

/** What asks for an override in the query of any page. */
export const OVERRIDE_QUERY = 'override';

/** Whether someone asks for an override, by the address or earlier in this tab. */
export function isOverrideWished(): boolean {
  try {
    return (
      new URLSearchParams(location.search).has(OVERRIDE_QUERY) ||
      sessionStorage.getItem(OVERRIDE_KEY) !== null
    );
  } catch {
    // Storage is blocked: nothing can have been kept.
    return false;
  }
}

let active: Override | null = null;

/** Notes what has been decided for this document. */
export function activateOverride(override: Override): void {
  active = override;
}

/**
 * The address that a remote is taken from instead of its releases.
 *
 * Takes the remote's name; returns the address of an entry that was checked against the operator's list when this
 * document started, or null.
 */
export function activeOverride(remote: string): string | null {
  return active?.remote === remote ? active.entry : null;
}
