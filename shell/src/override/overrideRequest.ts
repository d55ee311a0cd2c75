import { OVERRIDE_KEY, OVERRIDE_QUERY, PREVIEW_QUERY } from './activeOverride.ts';
import type { Override } from './override.ts';

// Storage may be blocked or full: then nothing outlives the document.

/** The override or preview that was confirmed in this tab, as text, or null. */
export function readRequest(): string | null {
  try {
    return sessionStorage.getItem(OVERRIDE_KEY);
  } catch {
    return null;
  }
}

/** Stores an override for this tab and reloads the page. Returns an error message, empty on success. */
export const beginOverride = ({ remote, entry }: Override): string => beginRequest(`${remote}@${entry}`);

/** Stores the text of an override or preview for this tab and reloads. Returns an error message, empty on success. */
export function beginRequest(text: string): string {
  try {
    sessionStorage.setItem(OVERRIDE_KEY, text);
  } catch {
    return 'This browser lets the site keep nothing, so it cannot be done here.';
  }
  location.reload();
  return '';
}

/** Deletes what was stored for this tab. */
export function deleteRequest(): void {
  try {
    sessionStorage.removeItem(OVERRIDE_KEY);
  } catch {
    // Storage that cannot be cleared could not be written either.
  }
}

/** Ends the override or preview: reloads the page with the released versions. */
export function endOverride(): void {
  deleteRequest();
  location.reload();
}

/**
 * Removes the request from the address, so that neither a reload nor a copied address repeats it.
 *
 * Returns its text, and whether it is for a preview; null if there was none. The text is empty, and therefore refused, if
 * the address has more than one.
 */
export function takeRequestFromAddress(): { text: string; isPreview: boolean } | null {
  const url = new URL(location.href);
  const requests = [OVERRIDE_QUERY, PREVIEW_QUERY].flatMap((name) =>
    url.searchParams.getAll(name).map((text) => ({ text, isPreview: name === PREVIEW_QUERY })),
  );
  const [first, ...others] = requests;
  if (first === undefined) return null;
  for (const name of [OVERRIDE_QUERY, PREVIEW_QUERY]) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  return others.length === 0 ? first : { ...first, text: '' };
}
