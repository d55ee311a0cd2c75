/** The local storage key, shared by all apps of the site: 'off', or nothing. */
const KEY = 'better-space-single-keys';

/** What older versions stored: the ids of the keys that were switched off one by one. */
const FORMER_KEY = 'better-space-shortcuts-off';

/** Returns whether single keys act in this browser; true if storage is blocked. */
export function areSingleKeysOn(): boolean {
  try {
    const former = localStorage.getItem(FORMER_KEY);
    localStorage.removeItem(FORMER_KEY);
    if (former) localStorage.setItem(KEY, 'off');
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Switches single keys on or off in this browser; returns whether that could be stored. */
export function switchSingleKeys(isOn: boolean): boolean {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
    return true;
  } catch {
    return false;
  }
}
