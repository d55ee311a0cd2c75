import { SHORTCUT_IDS, type ShortcutId } from '@space/domain';

/** The local storage key, shared by all apps of the site: ids, separated by spaces. */
const KEY = 'better-space-shortcuts-off';

/** Returns the shortcuts that the user has switched off in this browser; none if storage is blocked. */
export function switchedOffShortcuts(): readonly ShortcutId[] {
  try {
    const words = localStorage.getItem(KEY)?.split(' ') ?? [];
    return SHORTCUT_IDS.filter((id) => words.includes(id));
  } catch {
    return [];
  }
}

/** Stores which shortcuts are switched off; returns whether that succeeded. */
export function switchOffShortcuts(ids: readonly ShortcutId[]): boolean {
  try {
    localStorage.setItem(KEY, ids.join(' '));
    return true;
  } catch {
    return false;
  }
}
