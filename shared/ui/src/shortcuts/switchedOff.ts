import { SHORTCUT_IDS, type ShortcutId } from '@space/domain';

/** In local storage, so that each app reads the same whatever page it was set on: ids, with a space between two. */
const KEY = 'better-space-shortcuts-off';

/** Reads which shortcuts this person has switched off in this browser. Blocked storage means: none. */
export function switchedOffShortcuts(): readonly ShortcutId[] {
  try {
    const words = localStorage.getItem(KEY)?.split(' ') ?? [];
    return SHORTCUT_IDS.filter((id) => words.includes(id));
  } catch {
    return [];
  }
}

/** Remembers them; returns whether that worked. */
export function switchOffShortcuts(ids: readonly ShortcutId[]): boolean {
  try {
    localStorage.setItem(KEY, ids.join(' '));
    return true;
  } catch {
    return false;
  }
}
