/** One shortcut of the week. `key` is a result of `latinKey`; `shown` are the keys as users see them. */
export interface Shortcut {
  key: string;
  shift?: true;
  shown: readonly string[];
  label: string;
  /** Whether the shortcut acts on the focused task; otherwise it acts on the page. */
  isForTask?: true;
}

/** One switch in the settings is for all of them (WCAG 2.1.4). Arrows, Home, End and Space are the browser's own and stay. */
export const SHORTCUTS = {
  star: { key: 's', shown: ['S'], label: 'Star or unstar the task', isForTask: true },
  pin: { key: 'p', shown: ['P'], label: 'Pin or unpin the task', isForTask: true },
  edit: { key: 'e', shown: ['E'], label: 'Edit the title', isForTask: true },
  'move-to': { key: 'm', shown: ['M'], label: 'Move the task to a day', isForTask: true },
  'next-day': { key: '>', shown: ['>'], label: 'Move the task to the next day', isForTask: true },
  delete: { key: 'delete', shown: ['Delete'], label: 'Delete the task', isForTask: true },
  'new-task': { key: 'n', shown: ['N'], label: 'New task on this day' },
  today: { key: 't', shown: ['T'], label: 'Go to today' },
  'previous-day': { key: 'k', shown: ['K'], label: 'Show the day before' },
  'later-day': { key: 'j', shown: ['J'], label: 'Show the day after' },
  'previous-week': { key: 'k', shift: true, shown: ['Shift', 'K'], label: 'Show the week before' },
  'later-week': { key: 'j', shift: true, shown: ['Shift', 'J'], label: 'Show the week after' },
  search: { key: '/', shown: ['/'], label: 'Search' },
  help: { key: '?', shown: ['?'], label: 'Show the keyboard shortcuts' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** The ids of all shortcuts, typed: `Object.keys` returns only strings. */
const SHORTCUT_IDS = Object.keys(SHORTCUTS) as ShortcutId[];

/** The fields of a `KeyboardEvent` that identify a shortcut. */
export interface PressedKey {
  key: string;
  code: string;
  altKey: boolean;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Signs of an English keyboard whose place may have a letter on others: without Shift, and with it. */
const SIGNS: Readonly<Record<string, readonly [string, string]>> = { Slash: ['/', '?'], Period: ['.', '>'] };

/** What a key types, in lower case, or its name. For letters that are not Latin, its place on an English keyboard decides. */
export function latinKey({ key, code, shiftKey }: Pick<PressedKey, 'key' | 'code' | 'shiftKey'>): string {
  const typed = key.toLowerCase();
  if (!/^(?!\p{Script=Latin})[\p{L}\p{M}]/u.test(typed)) return typed;
  return SIGNS[code]?.[shiftKey ? 1 : 0] ?? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? typed;
}

/** The shortcut of a pressed key, or null. Never with Ctrl, Meta or Alt: those belong to the browser. */
export function shortcutOf(event: PressedKey): ShortcutId | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const pressed = latinKey(event);
  // Which symbols need Shift depends on the keyboard layout, so Shift counts only for letters and named keys.
  const isSymbol = pressed.length === 1 && !/\p{L}/u.test(pressed);
  return (
    SHORTCUT_IDS.find((id) => {
      const shortcut: Shortcut = SHORTCUTS[id];
      return shortcut.key === pressed && (isSymbol || (shortcut.shift ?? false) === event.shiftKey);
    }) ?? null
  );
}
