/** Returns what the user has chosen in this browser before; null if nothing, or if storage is blocked. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a choice in this browser, or removes it (null); returns whether storage, which may be full or blocked, did so. */
export function storeChoice(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

/** The local storage key, shared by all apps of the site: 'off', or nothing. */
const SINGLE_KEYS = 'better-space-single-keys';

/** What older versions stored: the ids of the keys that were switched off one by one. */
const FORMER_KEY = 'better-space-shortcuts-off';

/** Returns whether single keys act in this browser; true if storage is blocked. */
export function areSingleKeysOn(): boolean {
  if (readChoice(FORMER_KEY)) storeChoice(SINGLE_KEYS, 'off');
  storeChoice(FORMER_KEY, null);
  return readChoice(SINGLE_KEYS) !== 'off';
}

/** Switches single keys on or off in this browser; returns whether that could be stored. */
export const switchSingleKeys = (isOn: boolean): boolean => storeChoice(SINGLE_KEYS, isOn ? null : 'off');
