import { expect, it } from 'vitest';
import { SHORTCUTS, latinKey, shortcutOf, type ShortcutId } from './shortcuts.ts';

const press = (key: string, modifiers = '', code = '') =>
  shortcutOf({
    key,
    code,
    altKey: modifiers.includes('alt'),
    shiftKey: modifiers.includes('shift'),
    ctrlKey: modifiers.includes('ctrl'),
    metaKey: modifiers.includes('meta'),
  });

it.each<[ShortcutId | null, ...[key: string, modifiers?: string, code?: string][]]>([
  ['star', ['s'], ['S']], // with Caps Lock
  ['next-day', ['>', 'shift'], ['>'], ['Ю', 'shift', 'Period']],
  ['help', ['?', 'shift']],
  ['search', ['/', 'shift'], ['/', '', 'KeyQ'], ['б', '', 'Slash']],
  ['delete', ['Delete']],
  ['later-day', ['j']],
  ['later-week', ['J', 'shift'], ['О', 'shift', 'KeyJ']],
  ['previous-day', ['k']],
  ['previous-week', ['K', 'shift']],
  // By its place where it types a letter that is not Latin: Russian, Greek, Hebrew, Hindi.
  ['star', ['ы', '', 'KeyS'], ['ד', '', 'KeyS'], ['े', '', 'KeyS']],
  ['new-task', ['ν', '', 'KeyN']],
  // A Latin letter decides itself, wherever it is.
  ['star', ['s', '', 'Semicolon']],
  [
    null,
    ['q', '', 'KeyA'],
    ['o', '', 'KeyS'],
    ['ö', '', 'Semicolon'],
    ['.', '', 'Slash'],
    ['ж', '', 'Semicolon'],
  ],
  // Those of the browser, such as Back and Forward, and others.
  [null, ['S', 'shift'], ['s', 'ctrl'], ['s', 'meta'], ['s', 'alt'], ['k', 'ctrl'], ['Delete', 'shift']],
  [null, ['ArrowLeft', 'alt'], ['ArrowRight', 'alt'], ['ArrowLeft', 'alt shift'], ['Backspace'], ['x']],
])('keyboard-shortcuts: %s is %j, %j …', (id, ...keys) => {
  expect(keys.map((key) => press(...key))).toEqual(keys.map(() => id));
});

it('the letter of a key with Ctrl is found on any keyboard', () => {
  expect(latinKey({ key: 'Я', code: 'KeyZ', shiftKey: true })).toBe('z');
  expect(latinKey({ key: 'z', code: 'KeyY', shiftKey: false })).toBe('z');
  expect(latinKey({ key: 'Delete', code: 'Delete', shiftKey: false })).toBe('delete');
});

it('no two shortcuts have the same keys', () => {
  const keys = Object.values(SHORTCUTS).map(({ shown }) => shown.join('+'));
  expect(new Set(keys).size).toBe(keys.length);
});
