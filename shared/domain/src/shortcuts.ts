/** One shortcut of the week. `key` is `KeyboardEvent.key` in lower case; `shown` are the keys as users see them. */
export interface Shortcut {
  key: string;
  alt?: true;
  shift?: true;
  shown: readonly string[];
  label: string;
  /** Whether the shortcut acts on the focused task; otherwise it acts on the page. */
  isForTask?: true;
}

/** Each can be switched off in the settings (WCAG 2.1.4). Arrows, Home, End and Space are the browser's own and stay. */
export const SHORTCUTS = {
  star: { key: 's', shown: ['S'], label: 'Star or unstar the task', isForTask: true },
  pin: { key: 'p', shown: ['P'], label: 'Pin or unpin the task', isForTask: true },
  edit: { key: 'e', shown: ['E'], label: 'Edit the title', isForTask: true },
  'move-to': { key: 'm', shown: ['M'], label: 'Move the task to a day', isForTask: true },
  'next-day': { key: '>', shown: ['>'], label: 'Move the task to the next day', isForTask: true },
  delete: { key: 'delete', shown: ['Delete'], label: 'Delete the task', isForTask: true },
  'new-task': { key: 'n', shown: ['N'], label: 'New task on this day' },
  today: { key: 't', shown: ['T'], label: 'Go to today' },
  'previous-day': { key: 'arrowleft', alt: true, shown: ['Alt', '←'], label: 'Show the day before' },
  'later-day': { key: 'arrowright', alt: true, shown: ['Alt', '→'], label: 'Show the day after' },
  'previous-week': {
    key: 'arrowleft',
    alt: true,
    shift: true,
    shown: ['Alt', 'Shift', '←'],
    label: 'Show the week before',
  },
  'later-week': {
    key: 'arrowright',
    alt: true,
    shift: true,
    shown: ['Alt', 'Shift', '→'],
    label: 'Show the week after',
  },
  search: { key: '/', shown: ['/'], label: 'Search' },
  help: { key: '?', shown: ['?'], label: 'Show the keyboard shortcuts' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** The ids of all shortcuts, typed: `Object.keys` returns only strings. */
export const SHORTCUT_IDS = Object.keys(SHORTCUTS) as ShortcutId[];

/** The fields of a `KeyboardEvent` that identify a shortcut. */
export interface PressedKey {
  key: string;
  altKey: boolean;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Takes a pressed key; returns its shortcut, or null. Never with Ctrl or Meta: those belong to the browser. */
export function shortcutOf({ key, altKey, shiftKey, ctrlKey, metaKey }: PressedKey): ShortcutId | null {
  if (ctrlKey || metaKey) return null;
  const pressed = key.toLowerCase();
  // Which symbols need Shift depends on the keyboard layout, so Shift counts only for letters and named keys.
  const isSymbol = pressed.length === 1 && !/\p{L}/u.test(pressed);
  return (
    SHORTCUT_IDS.find((id) => {
      const shortcut: Shortcut = SHORTCUTS[id];
      return (
        shortcut.key === pressed &&
        (shortcut.alt ?? false) === altKey &&
        (isSymbol || (shortcut.shift ?? false) === shiftKey)
      );
    }) ?? null
  );
}
