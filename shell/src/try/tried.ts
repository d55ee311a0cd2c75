import { safeTabStorage } from '@space/supabase';

// The only code for trying a staged release in the first load: whether this tab does.

/** The query parameter that asks for one, on any page: `?try=retro@0.2.0-0123456789ab`. */
export const TRY_QUERY = 'try';
/** The key, in the storage of this tab, of the release that it tries, as in the query. */
export const TRIED_KEY = 'better-space-tried';

export const tabStorage = safeTabStorage();

/** What the address asks for, or else an earlier page of this tab; null: this tab gets what everyone gets. */
export const requestedTry = (): string | null =>
  new URLSearchParams(location.search).get(TRY_QUERY) ?? tabStorage.getItem(TRIED_KEY);
