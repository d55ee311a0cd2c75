import { expect, it } from 'vitest';
import { SHORTCUTS, latinKey, shortcutOf } from './shortcuts.ts';

type Modifier = 'alt' | 'shift' | 'ctrl' | 'meta';

const press = (key: string, modifiers: readonly Modifier[], code = '') =>
  shortcutOf({
    key,
    code,
    altKey: modifiers.includes('alt'),
    shiftKey: modifiers.includes('shift'),
    ctrlKey: modifiers.includes('ctrl'),
    metaKey: modifiers.includes('meta'),
  });

it.each([
  ['s', [], 'star'],
  ['S', [], 'star'], // with Caps Lock
  ['S', ['shift'], null],
  ['s', ['ctrl'], null],
  ['s', ['meta'], null],
  ['s', ['alt'], null],
  ['>', ['shift'], 'next-day'],
  ['>', [], 'next-day'],
  ['?', ['shift'], 'help'],
  ['/', ['shift'], 'search'],
  ['Delete', [], 'delete'],
  ['Delete', ['shift'], null],
  ['Backspace', [], null],
  // The browser's Back and Forward, on Windows and Linux.
  ['ArrowLeft', ['alt'], null],
  ['ArrowRight', ['alt'], null],
  ['ArrowLeft', ['alt', 'shift'], null],
  ['j', [], 'later-day'],
  ['J', ['shift'], 'later-week'],
  ['k', [], 'previous-day'],
  ['K', ['shift'], 'previous-week'],
  ['k', ['ctrl'], null],
  ['x', [], null],
] as const)('%s with %j is %s', (key, modifiers, id) => {
  expect(press(key, modifiers)).toBe(id);
});

it.each([
  ['Russian', 'ы', 'KeyS', [], 'star'],
  ['Russian', 'О', 'KeyJ', ['shift'], 'later-week'],
  ['Russian', 'Ю', 'Period', ['shift'], 'next-day'],
  ['Russian', '.', 'Slash', [], null],
  ['Russian', 'ж', 'Semicolon', [], null],
  ['Greek', 'ν', 'KeyN', [], 'new-task'],
  ['Hebrew', 'ד', 'KeyS', [], 'star'],
  ['Hebrew', '/', 'KeyQ', [], 'search'],
  ['Hindi', 'े', 'KeyS', [], 'star'],
  ['Bulgarian', 'б', 'Slash', [], 'search'],
  // A letter that is Latin decides itself, wherever it is: on a French and on a Dvorak keyboard.
  ['French', 'q', 'KeyA', [], null],
  ['Dvorak', 's', 'Semicolon', [], 'star'],
  ['Dvorak', 'o', 'KeyS', [], null],
  ['German', 'ö', 'Semicolon', [], null],
] as const)('on a keyboard for %s, %s at %s with %j is %s', (_, key, code, modifiers, id) => {
  expect(press(key, modifiers, code)).toBe(id);
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
