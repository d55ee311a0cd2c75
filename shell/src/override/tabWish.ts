import { OVERRIDE_KEY, OVERRIDE_QUERY, PREVIEW_QUERY } from './activeOverride.ts';
import type { Override } from './override.ts';

// Storage may be blocked or full: then a wish lives no longer than its document.

/** What this tab was told earlier, or null. */
export function readWish(): string | null {
  try {
    return sessionStorage.getItem(OVERRIDE_KEY);
  } catch {
    return null;
  }
}

/** Takes a remote from elsewhere, in this tab alone. Returns why that cannot be; the page starts anew if it can. */
export const beginOverride = ({ remote, entry }: Override): string => beginWish(`${remote}@${entry}`);

/** Does what was wished for, in this tab alone. Takes its text; returns why that cannot be. */
export function beginWish(text: string): string {
  try {
    sessionStorage.setItem(OVERRIDE_KEY, text);
  } catch {
    return 'This browser lets the site keep nothing, so it cannot be done here.';
  }
  location.reload();
  return '';
}

/** Forgets what this tab was told. */
export function dropWish(): void {
  try {
    sessionStorage.removeItem(OVERRIDE_KEY);
  } catch {
    // What cannot be removed could not be kept either.
  }
}

/** Takes the remote from its releases again. */
export function endOverride(): void {
  dropWish();
  location.reload();
}

/**
 * Takes the wish out of the address, so that neither a reload nor a copied address brings it back.
 *
 * Returns its text, and whether it is for a preview; null when there was none. More than one is none that can be
 * granted: an empty text.
 */
export function takeWishFromAddress(): { text: string; isPreview: boolean } | null {
  const url = new URL(location.href);
  const found = [OVERRIDE_QUERY, PREVIEW_QUERY].flatMap((name) =>
    url.searchParams.getAll(name).map((text) => ({ text, isPreview: name === PREVIEW_QUERY })),
  );
  const [first, ...others] = found;
  if (first === undefined) return null;
  for (const name of [OVERRIDE_QUERY, PREVIEW_QUERY]) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  return others.length === 0 ? first : { ...first, text: '' };
}
