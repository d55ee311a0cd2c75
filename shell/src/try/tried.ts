// The only code for trying a staged release in the first load: whether this tab does.

/** The query parameter that asks for one, on any page: `?try=retro@0.2.0-0123456789ab`. */
export const TRY_QUERY = 'try';
/** The key in sessionStorage of the release that this tab tries, as in the query. */
export const TRIED_KEY = 'better-space-tried';

/** What the address asks for, or else an earlier page of this tab; null: this tab gets what everyone gets. */
export function requestedTry(): string | null {
  const asked = new URLSearchParams(location.search).get(TRY_QUERY);
  if (asked !== null) return asked;
  try {
    return sessionStorage.getItem(TRIED_KEY);
  } catch {
    // Storage is blocked: nothing can have been stored.
    return null;
  }
}
